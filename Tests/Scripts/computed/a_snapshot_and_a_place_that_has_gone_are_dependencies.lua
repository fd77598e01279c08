-- CONTRACT 3, 51: what a computed value or effect reads by snapshot(), or asks by detached(), is an input of it like any other.
local bh = require "bindhost"
local m = bh.model("m", { r = { x = 1 }, list = { { id = 1 }, { id = 2 } } })
local double = bh.computed(function() return m "r":snapshot().x * 2 end)
double:observe(function(v) print("double", v) end)         -- expect: double	2
bh.effect(function() print("x", m "r":snapshot().x) end)     -- expect: x	1
m "r.x":set(5)
-- expect: x	5
-- expect: double	10
print(double:get())                                        -- expect: 10

local second = m "list":by("id", 2)
local gone = bh.computed(function() return second:detached() end)
gone:observe(function(v) print("gone", v) end)             -- expect: gone	false
bh.effect(function() print("effect", second:detached()) end)  -- expect: effect	false
-- expect: effect	true
-- expect: gone	true
m "list":remove(2)
-- expect: effect	false
-- expect: gone	false
m "list":push { id = 2 }
print(second:detached(), gone:get())                       -- expect: false	false
