-- Contract 7, 70: in one transaction the cause of a place is the write that changed it last; a later write of all around it counts for
-- what that has changed.
-- expect: in	18	15	18	17	19	19
-- expect: told	a	18
-- expect: told	a.x	15
-- expect: told	a.y	18
-- expect: told	b	17
-- expect: told	list	19
-- expect: told	list[1]	19
-- expect: after	18	15	18	17	19	19
local bh = require "bindhost"
local board = bh.bindable({ a = { x = 0, y = 0 }, b = 0, list = { 1, 2 } }, { name = "board" })
local places = { board "a", board "a.x", board "a.y", board "b", board "list", board "list[1]" }
local function write()
  board "a.x":set(1)
  board:update { b = 2 }
  board:modify(function(v) v.b = 3 return v end)
  board:update { a = { y = 5 } }
  board:set { a = { x = 1, y = 5 }, b = 3, list = { 7, 2, 3 } }
end
local function lines()
  local all = {}
  for i, place in ipairs(places) do all[i] = tostring(bh.why(place)):match ":(%d+)" end
  return table.unpack(all)
end
for i, name in ipairs { "a", "a.x", "a.y", "b", "list", "list[1]" } do
  places[i]:observe(function(_, _, cause) print("told", name, cause.line) end, { initial = false })
end
bh.transaction(function()
  write()
  print("in", lines())
end)
print("after", lines())
