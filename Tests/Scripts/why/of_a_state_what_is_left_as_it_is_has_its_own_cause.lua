-- Contract 70: of what a transaction writes to a state, what leaves a field or a place in it as it is, is not why it is so.
-- expect: x is told	16
-- expect: a function of the record	16	17	11
-- expect: x is told	27
-- expect: the record	27	28	11
-- expect: a list	33	35	36
local bh = require "bindhost"

local function line(ref) return tonumber(tostring(bh.why(ref)):match "lua:(%d+)") end

local s = bh.state("s", { r = { x = 1, y = 1, z = 1 }, l = { 1, 2, 3 } }, { store = "memory:" })
local r, x, y, z = s "r", s "r.x", s "r.y", s "r.z"
local l, l1, l2, l3 = s "l", s "l[1]", s "l[2]", s "l[3]"
x:observe(function(_, _, cause) print("x is told", cause.line) end, { initial = false })
bh.transaction(function()
  x:set(7)
  r:modify(function(v)
    v.y = 5
    return v
  end)
  r:modify(function(v) return v end)
end)
print("a function of the record", line(x), line(y), line(z))
bh.transaction(function()
  x:set(8)
  x:set(7)
  r:set { x = 9, y = 5, z = 1 }
  r:set { x = 9, y = 6, z = 1 }
  y:set(6)
end)
print("the record", line(x), line(y), line(z))
bh.transaction(function()
  l1:set(5)
  l:set { 5, 6, 3 }
  l2:set(7)
  l:modify(function(v)
    v[3] = 9
    return v
  end)
end)
print("a list", line(l1), line(l2), line(l3))
