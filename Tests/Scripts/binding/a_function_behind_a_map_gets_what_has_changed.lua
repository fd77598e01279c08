-- Contract 7 and 17: a function behind `map` is told of changes of the mapped value, with the mapped one before.
local bh = require "bindhost"
local a = bh.bindable(1)
local function tens(v) return v // 10 end
bh.bind(a, function(v, old) print("tens", v, old) end, { map = tens })                         -- expect: tens	0	nil
bh.bind(a, function(v, old) print("later", v, old) end, { map = tens, initial = false })
a:set(2)
a:set(3)
a:set(15)            -- expect: tens	1	0
                     -- expect: later	1	0
a:touch()            -- expect: tens	1	1
                     -- expect: later	1	1
-- nil stands for a substitute, which may be what was given before
local o = bh.bindable("x")
bh.bind(o, function(v, old) print("or", v, old) end, { map = function(v) return v ~= "none" and v or nil end, default = "x" })
                     -- expect: or	x	nil
o:set("none")
o:set("y")           -- expect: or	y	x
