-- Contract 3, 9: a function finds what was there before it, also in what follows from that; whoever has written it finds what it gives, in
-- the cell and in what follows, in whatever order it looks.
local bh = require "bindhost"
bh.on_error(function(err) print("told", err.id) end)
local function settle() for _ = 1, 5 do bh.sleep(0) end end
local function list(kind)
  if kind == "bindable" then return bh.bindable {} end
  local stored = {}
  return bh.source { get = function() return stored end, set = function(new) stored = new return true end }
end
local function length(l) return #l end
local function look(first, s, d)
  if first == "cell" then return #s:get(), d:get() end
  local n = d:get()
  return #s:get(), n
end
local ways = {
  observer = function(fn)
    local go = bh.bindable(0)
    local observer = go:observe(fn, { initial = false })
    go:set(1)
    observer:stop()
  end,
  transaction = bh.transaction,
}
for _, way in ipairs { "observer", "transaction" } do
  for _, kind in ipairs { "bindable", "source" } do
    for _, first in ipairs { "cell", "derived" } do
      local s, other = list(kind), list(kind)
      local d, e = s:map(length), other:map(length)
      local tracked = bh.computed(function() return #s:get() end)
      local function add() s:modify(function(l) l[#l + 1] = d:get() + tracked:get() return l end) end
      local seen = {}
      ways[way](function()
        add()
        seen[#seen + 1] = table.concat({ look(first, s, d) }, " ")
        -- Each function finds what the one before it has left.
        add()
        add()
        seen[#seen + 1] = table.concat({ look(first, s, tracked) }, " ")
        -- What was written in an inner transaction, and looked at there or outside.
        bh.transaction(function() add() end)
        seen[#seen + 1] = table.concat({ look(first, s, d) }, " ")
        bh.transaction(function() add() seen[#seen + 1] = table.concat({ look(first, s, d) }, " ") end)
        -- What follows from another one.
        other:modify(function(l) l[1] = d:get() return l end)
        s:modify(function(l) l[#l + 1] = e:get() return l end)
        seen[#seen + 1] = table.concat({ look(first, s, d) }, " ") .. " " .. table.concat({ look(first, other, e) }, " ")
      end)
      settle()
      print(way, kind, first, table.concat(seen, ", "))
    end
  end
end
-- While a write is under way nobody looks at an inner transaction's end.
local stored, isOpen = {}, false
local s = bh.source { get = function() return stored end,
  set = function(new)
    while not isOpen do bh.sleep(0) end
    stored = new
    return true
  end }
local d = s:map(length)
bh.transaction(function() s:set { 0, 0 } end)
local beside = bh.bindable(0)
ways.observer(function()
  beside:set(1)
  bh.transaction(function() s:modify(function(l) l[#l + 1] = d:get() return l end) end)
  print(s "$pending":get(), d:get(), #s:get())
end)
isOpen = true
settle()
print(d:get(), #s:get())
-- expect: observer	bindable	cell	1 1, 3 3, 4 4, 5 5, 6 6 1 1
-- expect: observer	bindable	derived	1 1, 3 3, 4 4, 5 5, 6 6 1 1
-- expect: observer	source	cell	1 1, 3 3, 4 4, 5 5, 6 6 1 1
-- expect: observer	source	derived	1 1, 3 3, 4 4, 5 5, 6 6 1 1
-- expect: transaction	bindable	cell	1 1, 3 3, 4 4, 5 5, 6 6 1 1
-- expect: transaction	bindable	derived	1 1, 3 3, 4 4, 5 5, 6 6 1 1
-- expect: transaction	source	cell	1 1, 3 3, 4 4, 5 5, 6 6 1 1
-- expect: transaction	source	derived	1 1, 3 3, 4 4, 5 5, 6 6 1 1
-- expect: 1	1	1
-- expect: 3	3
