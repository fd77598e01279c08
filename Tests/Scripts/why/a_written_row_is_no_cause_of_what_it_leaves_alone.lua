-- Contract 70: in a transaction and in a callback a place that is written with what is inside it counts only for what it
-- has changed there.
-- expect: c is told	25
-- expect: a place and what is around it	25	26
-- expect: c is told	31
-- expect: twice	31	26	30
-- expect: c is told	36
-- expect: twice alone	36	37
-- expect: c is told	41
-- expect: after all of it	41	42	30
-- expect: c is told	49
-- expect: in another	49	52	51
-- expect: by key	61	64	62
-- expect: what has moved away	75	76
-- expect: c is told	83
-- expect: in a callback	83	85	84	88
local bh = require "bindhost"

local function line(ref) return tonumber(tostring(bh.why(ref)):match "lua:(%d+)") end

local d = bh.bindable { b = { c = 1, e = 1 }, k = 1 }
local b, c, e, k = d "b", d "b.c", d "b.e", d "k"
c:observe(function(_, _, cause) print("c is told", cause.line) end, { initial = false })
bh.transaction(function()
  c:set(2)
  b:set { c = 2, e = 2 }
end)
print("a place and what is around it", line(c), line(e))
bh.transaction(function()
  k:set(2)
  b:set { c = 3, e = 3 }
  b:set { c = 3, e = 2 }
end)
print("twice", line(c), line(e), line(k))
bh.transaction(function()
  b:set { c = 5, e = 5 }
  b:set { c = 5, e = 6 }
end)
print("twice alone", line(c), line(e))
bh.transaction(function()
  d:set { b = { c = 4, e = 4 }, k = 2 }
  b:modify(function(v)
    v.e = 3
    return v
  end)
end)
print("after all of it", line(c), line(e), line(k))
bh.transaction(function()
  c:set(6)
  bh.transaction(function()
    k:set(3)
    b:set { c = 6, e = 6 }
  end)
end)
print("in another", line(c), line(e), line(k))

local m = bh.model("m", { l = bh.field { default = { { id = 1, v = 0, w = 0 }, { id = 2, v = 0, w = 0 } } } })
local first, second = m "l":by("id", 1), m "l":by("id", 2)
local v, w, x = first "v", first "w", second "v"
bh.transaction(function()
  v:set(1)
  second:set { id = 2, v = 5, w = 5 }
  m "l":set { { id = 2, v = 5, w = 5 }, { id = 1, v = 1, w = 0 } }
  first:set { id = 1, v = 1, w = 3 }
  second:modify(function(row)
    row.w = 6
    return row
  end)
end)
print("by key", line(v), line(w), line(x))

local rows = bh.bindable { list = { { id = 1, w = { z = 1 } }, { id = 2, w = { z = 2 } } } }
local byKey, byPlace = rows "list":by("id", 1), rows "list[2].w"
bh.transaction(function()
  rows "list[1].w.z":set(5)
  rows "list":modify(function(all) return { all[2], all[1] } end)
end)
print("what has moved away", line(byKey), line(byPlace))

local t = bh.bindable(0)
local plain = bh.bindable(0)
t:observe(function()
  c:set(7)
  k:set(4)
  b:set { c = 7, e = 7 }
end, { initial = false })
t:observe(function()
  plain:set(1)
  plain:modify(function(value) return value end)
end, { initial = false })
t:set(1)
print("in a callback", line(c), line(e), line(k), line(plain))
