-- Contract 20: a touch is told with its wave, also of a place whose cell is written elsewhere in the same transaction.
local bh = require "bindhost"
local m = bh.bindable({ l = { { id = 1, v = 1 }, { id = 2, v = 2 } }, x = 1, y = 1 }, { name = "m" })
local two = m "l":by("id", 2)
local function look(name, ref)
  ref:observe(function(new, old, cause) print(name, new, old, cause.kind, cause.line) end, { initial = false })
end
look("two.v", two "v")
look("x", m "x")
look("y", m "y")
bh.transaction(function() two "v":touch() m "x":set(9) end)
-- expect: x	9	1	write	11
-- expect: two.v	2	2	touch	11
-- y, beside them, hears of nothing.
m "l[1].v":set(5)
bh.transaction(function() m "x":set(10) m "y":touch() end)
-- expect: x	10	9	write	16
-- expect: y	1	1	touch	16
local mm = bh.model("mm", { l = { 1, 2 } })
look("first", mm "l[1]")
look("second", mm "l[2]")
bh.after(0, function() mm "l[1]":touch() mm "l[2]":set(7) end)
bh.sleep "5ms"
-- expect: first	1	1	touch	22
-- expect: second	7	2	write	22
-- A rollback takes the touch with it.
print(pcall(bh.transaction, function() two "v":touch() m "x":set(11) error("no", 0) end))  -- expect: false	no
m "l[1].v":set(6)
m "x":set(12)                                           -- expect: x	12	10	write	29
