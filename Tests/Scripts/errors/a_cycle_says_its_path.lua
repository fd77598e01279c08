-- Contract 11, 12: also to a script that catches the error, each hop with its line where there is one.
local bh = require "bindhost"
local ring
ring = bh.computed(function() return ring:get() end)
print(select(2, pcall(ring.get, ring)))
-- expect: bind.cycle: a_cycle_says_its_path.lua:4: a derived value depends on itself (path: computed(a_cycle_says_its_path.lua:4) → computed(a_cycle_says_its_path.lua:4))
local x, y = bh.bindable(0, { name = "x" }), bh.bindable(0, { name = "y" })
x:observe(function(v) y:set(v + 1) end, { initial = false })
y:observe(function(v) x:set(v + 1) end, { initial = false })
local _, err = pcall(x.set, x, 1)
print(tostring(err):match "%(path: .*%)$")
-- expect: (path: y (a_cycle_says_its_path.lua:8) → x (a_cycle_says_its_path.lua:9) → y (a_cycle_says_its_path.lua:8))
-- a ring of one-way bindings, which never gets as far as an observer
local p, q = bh.bindable(0, { name = "p" }), bh.bindable(0, { name = "q" })
bh.bind(p, q, function(v) return v + 1 end)
bh.bind(q, p, { initial = false, map = function(v) return v + 1 end })
_, err = pcall(p.set, p, 1)
print(err.id, tostring(err):match "%(path: .*%)$")
-- expect: bind.cycle	(path: p (a_cycle_says_its_path.lua:16) → q (a_cycle_says_its_path.lua:15) → p (a_cycle_says_its_path.lua:16))
