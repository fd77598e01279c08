-- CONTRACT 0, 37, 48: links of whole records, of their fields and of elements settle in one order.
local bh = require "bindhost"
local m = bh.model("m", { a = { x = 1, y = 1 }, b = { x = 0, y = 0 }, c = { x = 0, y = 0 }, z = 0, list = { 1, 2 } })
bh.link(m "b", m "c")
bh.link(m "a", m "b")
bh.bind(m "c.x", m "z")
bh.bind(m "z", m("list[1]"))
m "c":observe(function(v) print("c", v.x, v.y, m "z":get(), m "list[1]":get()) end) -- expect: c	1	1	1	1
bh.transaction(function() m "b.x":set(9) m "c.x":set(7) m "a.y":set(5) end)
-- expect: c	1	5	1	1
m "c":set { x = 8, y = 8 }              -- expect: c	8	8	8	8
print(m "a":get().x, m "b":get().y)     -- expect: 8	8
m "b.y":set(6)                          -- expect: c	8	6	8	8
print(m "a":get().y)                    -- expect: 6
