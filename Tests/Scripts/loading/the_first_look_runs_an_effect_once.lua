-- Contract C-3, L-5: an effect whose read makes a load begin has seen that it loads; it runs again when that changes.
local bh = require "bindhost"
local x = bh.loadable("x", { load = function() bh.sleep("5ms") return 1 end })
bh.effect(function() print("effect", x "face":get(), x "phase":get()) end)
-- expect: effect	loading	loading
x:await()
-- expect: effect	loaded	loaded
local y = bh.loadable("y", { load = function() bh.sleep("5ms") return 2 end })
local runs = 0
local words = bh.computed(function() runs = runs + 1 return y "face":get() end)
words:observe(function(face) print("computed", face, runs) end)  -- expect: computed	loading	1
y:await()                                                 -- expect: computed	loaded	2
-- What was read before the look that made it begin has changed meanwhile: that is a change.
local z = bh.loadable("z", { load = function() bh.sleep("5ms") return 3 end })
bh.effect(function() print("attempts", z "attempts":get(), z "face":get()) end)
-- expect: attempts	0	loading
-- expect: attempts	1	loading
z:await()                                                 -- expect: attempts	1	loaded
