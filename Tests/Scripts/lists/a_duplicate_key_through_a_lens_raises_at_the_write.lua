-- Contract 52: a list that is seen through a lens takes no duplicate key either, however it is written.
local bh = require "bindhost"
local function turned(list)
  local result = {}
  for i = #list, 1, -1 do result[#result + 1] = list[i] end
  return result
end
local m = bh.model("m", { list = { 1, 2 } })
m "list":observe(function(list) print("list", table.concat(list, ",")) end)   -- expect: list	1,2
local back = m "list":through { to = turned, from = turned }
local whole = back:through { to = function(list) return list end, from = function(list) return list end }
local each = bh.each(whole, { insert = function(_, _, key) print("insert", key) end })
-- expect: insert	1
-- expect: insert	2
local function id(fn, ...) print(select(2, pcall(fn, ...)).id) end
id(back.push, back, 2)                                -- expect: bind.key
id(whole.set, whole, { 3, 3 })                        -- expect: bind.key
id(m("list").push, m "list", 1)                       -- expect: bind.key
back:push(3)                                          -- expect: list	3,1,2
-- expect: insert	3
each:stop()
back:push(3)                                          -- expect: list	3,3,1,2
-- An element by its key is followed through it too, also while nobody looks.
local n = bh.model("n", { list = { { id = 1, v = 1 }, { id = 2, v = 2 } } })
local one = n "list":through { to = turned, from = turned }:by("id", 1)
n "list":at "[1].v":set(5)
n "list":remove(1)
print(one "v":get(), one:detached())                  -- expect: 5	true
