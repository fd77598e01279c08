-- CONTRACT 8, 16, 49: in an observer or effect too, what is written there stands before a binding made there delivers.
local bh = require "bindhost"
local function case(name, body)
  local target, w, a, b = bh.bindable "hand", bh.bindable(true), bh.bindable "A", bh.bindable "B"
  local handle = bh.bind(a, target, { when = w })
  body(function() handle:stop() handle = bh.bind(b, target, { when = w }) end)
  local shown = target:get()
  b:set "B2"
  shown = shown .. " " .. target:get()
  w:set(false)
  print(name, shown .. " " .. target:get())
end
case("main", function(swap) swap() end)                                    -- expect: main	B B2 hand
case("transaction", function(swap) bh.transaction(swap) end)               -- expect: transaction	B B2 hand
case("observer", function(swap)
  local go = bh.bindable(0)
  go:observe(swap, { initial = false })
  go:set(1)
end)                                                                       -- expect: observer	B B2 hand
case("effect", function(swap)
  local go = bh.bindable(0)
  bh.effect(function() if go:get() > 0 then bh.untracked(swap) end end)
  go:set(1)
end)                                                                       -- expect: effect	B B2 hand
local source, target, on = bh.bindable "one", bh.bindable "T", bh.bindable(true)
bh.effect(function() bh.bind(bh.bindable(source:get()), target, { when = on }) end)
print(target:get())                            -- expect: one
source:set "two"
print(target:get())                            -- expect: two
on:set(false)
print(target:get())                            -- expect: T
-- made first, and the one below stopped after that
local last, w1, w2 = bh.bindable "hand", bh.bindable(true), bh.bindable(true)
local first = bh.bind(bh.bindable "A", last, { when = w1 })
local go = bh.bindable(0)
go:observe(function()
  bh.bind(bh.bindable "C", last, { when = w2, priority = 2 })
  first:stop()
end, { initial = false })
go:set(1)
print(last:get())                              -- expect: C
w2:set(false)
print(last:get())                              -- expect: hand
-- a write and then a binding, in one callback
local a, b = bh.bindable(1), bh.bindable(2)
local again = bh.bindable(0)
again:observe(function() b:set(9) bh.bind(a, b) end, { initial = false })
again:set(1)
print(b:get())                                 -- expect: 1
