-- CONTRACT 11, 17 and 20: what a wave has written whose bindings never settle has not been. Nobody runs for it, every place knows
-- the line that wrote what it holds, and what was written by hand over a binding stands.
local bh = require "bindhost"
bh.on_error(function() end)

-- Goes round while far > 5.
local function ring()
  local far, one, two = bh.bindable(0), bh.bindable(0), bh.bindable(0)
  bh.bind(one, two, function(v) return v + 1 end)
  bh.bind(bh.combine({ two, far }, function(v, n) return n > 5 and v + 1 or n end), one)
  far:set(3)
  return far
end

-- Who keeps no value to compare, who takes each write as news, and who hears of a touch.
local far = ring()
local always, touched = bh.bindable(0, { equals = "never" }), bh.bindable(0)
local log = {}
bh.effect(function() log[#log + 1] = "effect " .. far:get() end)
always:observe(function(v) log[#log + 1] = "always " .. v end, { initial = false })
touched:observe(function() log[#log + 1] = "touched" end, { initial = false })
print((pcall(far.set, far, 9)))                                 -- expect: false
print((pcall(bh.transaction, function()
  always:set(4)
  touched:touch()
  far:set(9)
  far:observe(function(v, old) log[#log + 1] = "begun " .. v .. " after " .. old end, { initial = false })
end)))                                                          -- expect: false
print(table.concat(log, ", "))                                  -- expect: effect 3
far:set(4)
print(table.concat(log, ", "))                                  -- expect: effect 3, effect 4, begun 4 after 3

-- A place in a list knows its own line.
local m = bh.model("m", { list = { 1, 2 } })
local first, second = m "list[1]", m "list[2]"
first:set(11)
second:set(22)
local why = tostring(bh.why(first))
pcall(bh.transaction, function() first:set(99) far:set(9) end)
print(first:get(), tostring(bh.why(first)) == why)              -- expect: 11	true

-- What was written by hand over a binding; and a link further on goes on from that.
local place, shown = bh.bindable(0), bh.bindable(0)
bh.bind(far, place)
bh.link(place, shown)
place:set(42)
print((pcall(far.set, far, 9)), far:get(), place:get(), shown:get())  -- expect: false	4	42	42
shown:set(4)
print(place:get())                                              -- expect: 4

-- Who has a target is as it was: what a condition uncovers comes back when it ends.
local source, target, condition = bh.bindable(10), bh.bindable(5), bh.bindable(true)
bh.bind(source, target, { when = condition })
print((pcall(bh.transaction, function() condition:set(false) far:set(9) end)), condition:get(), target:get())  -- expect: false	true	10
condition:set(false)
print(target:get())                                             -- expect: 5
print((pcall(bh.transaction, function() condition:set(true) far:set(9) end)), target:get())                    -- expect: false	5
target:set(6)
condition:set(true)
condition:set(false)
print(target:get())                                             -- expect: 6

-- What several observers have written is one wave, whichever of them makes the bindings go round.
for last = 1, 2 do
  local far, go, aside = ring(), bh.bindable(0), bh.bindable(0)
  local function writes() aside:set(1) end
  if last == 2 then go:observe(writes, { initial = false }) end
  go:observe(function() far:set(9) end, { initial = false })
  if last == 1 then go:observe(writes, { initial = false }) end
  print((pcall(go.set, go, 1)), go:get(), aside:get(), far:get())     -- expect: false	1	0	3
                                                                -- expect: false	1	0	3
end

-- But what was written because something has ended stands, also over what is taken back.
local go, aside = bh.bindable(0), bh.bindable(0)
local scope = bh.scope(function() bh.on_close(function() aside:set(2) end) end)
go:observe(function() aside:set(1) end, { initial = false })
go:observe(function() scope:close() error "no" end, { initial = false })
go:observe(function() far:set(9) end, { initial = false })
print((pcall(go.set, go, 1)), aside:get(), far:get())           -- expect: false	2	4
