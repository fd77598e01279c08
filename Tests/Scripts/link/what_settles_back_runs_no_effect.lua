-- Contract 17, 19: a cell that bindings bring back to its value in the wave of an edit has not changed, also for an effect.
local bh = require "bindhost"
local function clamp(v) return true, math.min(v, 10) end
local s, t, runs = bh.bindable(10), bh.bindable(0), 0
bh.link(s, t, { validate = clamp })
bh.effect(function() runs = runs + 1 return t:get() end)
t:set(50)
t:set(60)
print(t:get(), runs) -- expect: 10	1
t:set(4)
print(t:get(), runs) -- expect: 4	2
t:touch()
print(t:get(), runs) -- expect: 4	3

-- Of a record all that has changed has to come back.
local m, seen = bh.model("m", { x = 10, y = 1 }), 0
bh.link(bh.bindable(10), m "x", { validate = clamp })
bh.effect(function() seen = seen + 1 return m:get() end)
m "x":set(50)
print(m "x":get(), seen) -- expect: 10	1
bh.transaction(function() m "x":set(50) m "y":set(2) end)
print(m "x":get(), m "y":get(), seen) -- expect: 10	2	2
-- Derived, and beside a touch.
local doubled, more = bh.computed(function() return t:get() * 2 end), 0
bh.effect(function() more = more + 1 return doubled:get() + s:get() end)
bh.transaction(function() t:set(10) end)
more = 0
t:set(50)
print(doubled:get(), more) -- expect: 20	0
bh.transaction(function() t:set(50) t:touch() end)
print(t:get(), runs) -- expect: 10	5
