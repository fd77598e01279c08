-- Contract 39: the path of a place in what is derived begins there, and that of an element that has never been is empty.
local bh = require "bindhost"
local m = bh.model("m", { xs = { { id = 1, v = 1 }, { id = 2, v = 2 }, { id = 3, v = 3 } }, n = 1 })
local c = bh.computed(function() return { a = { b = 1 }, l = { { id = 5, v = 6 } } } end)
print(c "a.b":path(), c "l[1]":path(), c:at "l":by("id", 5):path(), c:at "l":by("id", 5) "v":path())
-- expect: a.b	l[1]	l[1]	l[1].v
print("[" .. c:path() .. "]", "[" .. m "n":map(tostring):path() .. "]")   -- expect: []	[]
local never = m "xs":by("id", 99)
print("[" .. never:path() .. "]", "[" .. never "v":path() .. "]", never:detached())   -- expect: []	[]	true
m "xs":push { id = 99, v = 9 }
print(never:path(), never "v":path())                   -- expect: xs[4]	xs[4].v
m "xs":remove(4)
print(never:path())                                     -- expect: xs[4]
-- A view of the field writes the field; its places are its own.
local function turn(t) return { t[3], t[2], t[1] } end
local turned = m "xs":through { to = turn, from = turn }
print(turned:path(), turned "[1]":path(), turned:by("id", 3):path(), turned "[1].v":path())   -- expect: xs	[1]	[1]	[1].v
local b = bh.bindable { { 1, 2 }, { 3 } }
print(b "[1][2]":path(), m "xs[2].v":path(), m "xs":by("id", 2) "v":path())   -- expect: [1][2]	xs[2].v	xs[2].v
