-- Contract 7, 70: in one transaction the cause of a place is the write that changed it last; a later write of all around it counts for
-- what that has changed.
-- expect: in	20	17	20	19	21	21
-- expect: told	a	20
-- expect: told	a.x	17
-- expect: told	a.y	20
-- expect: told	b	19
-- expect: told	list	21
-- expect: told	list[1]	21
-- expect: after	20	17	20	19	21	21
-- expect: observer	20	17	20	19	21	21
-- expect: again	45
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
local observers = {}
for i, name in ipairs { "a", "a.x", "a.y", "b", "list", "list[1]" } do
  observers[i] = places[i]:observe(function(_, _, cause) print("told", name, cause.line) end, { initial = false })
end
bh.transaction(function()
  write()
  print("in", lines())
end)
print("after", lines())

for _, observer in ipairs(observers) do observer:stop() end

-- The same in an observer, whose functions are applied when it has returned; and what is written again as it is, is no change.
local go, list = bh.bindable(0), bh.model("m", { l = { { id = 1, v = 1 }, { id = 2, v = 2 }, { id = 3, v = 3 } } }) "l"
go:observe(function()
  board:set { a = { x = 0, y = 0 }, b = 0, list = {} }
  write()
  list:remove(2)
  list:by("id", 3) "v":set(3)
end, { initial = false })
go:set(1)
print("observer", lines())
print("again", bh.why(list "[2].v").line)
