-- CONTRACT 0, 2, 19: a binding onto a whole record writes it in the wave of the change, like one onto a single value.
local bh = require "bindhost"
local m = bh.model("m", { form = { name = "n", age = 1 }, copy = { name = "", age = 0 }, last = { name = "", age = 0 } })
bh.effect(function() print("effect", m "form.name":get(), m "copy.name":get(), m "last.name":get()) end) -- expect: effect	n		
m "copy":observe(function(v) print("copy", v.name, v.age) end)                                           -- expect: copy		0
m "last.age":observe(function(v) print("age", v) end, { initial = false })
bh.bind(m "copy", m "last")
bh.bind(m "form", m "copy")
-- expect: copy	n	1
-- expect: effect	n	n	n
-- expect: age	1
bh.transaction(function() m "form.name":set "x" m "form.age":set(2) end)
-- expect: copy	x	2
-- expect: effect	x	x	x
-- expect: age	2
-- What is written by hand at the target is put back before anybody sees it: the name has not changed.
bh.transaction(function() m "copy.name":set "z" m "form.age":set(3) end)
-- expect: copy	x	3
-- expect: age	3
-- expect warning: bind.overwritten
