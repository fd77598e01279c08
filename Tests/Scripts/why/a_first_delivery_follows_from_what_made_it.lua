-- Contract 70: what is written in a first delivery follows from where the callback was made; an undo from who asked for it.
local bh = require "bindhost"
local a, b = bh.bindable(1, { name = "a" }), bh.bindable(0, { name = "b" })
local function why() print((tostring(bh.why(b)):gsub("\n  =", " |"):gsub("  +", " "))) end
a:observe(function(v) b:set(v + 1) end)
why()  -- expect: b = 2 | write → b a_first_delivery_follows_from_what_made_it.lua:5 | caused by main chunk
bh.effect(function() b:set(a:get() + 2) end)
why()  -- expect: b = 3 | write → b a_first_delivery_follows_from_what_made_it.lua:7 | caused by main chunk
bh.transaction({ label = "set up" }, function() a:observe(function(v) b:set(v + 3) end) end)
why()  -- expect: b = 4 | write → b a_first_delivery_follows_from_what_made_it.lua:9 | caused by transaction "set up" | caused by main chunk
bh.after(0, function() a:observe(function(v) b:set(v + 4) end) end)
bh.sleep "1ms"
why()  -- expect: b = 5 | write → b a_first_delivery_follows_from_what_made_it.lua:11 | caused by after a_first_delivery_follows_from_what_made_it.lua:11 | caused by main chunk
local history = bh.history { cells = { b } }
b:set(9)
bh.after(0, function() history:undo() end)
bh.sleep "1ms"
why()  -- expect: b = 5 | undo → b a_first_delivery_follows_from_what_made_it.lua:16 | caused by undo "undo" | caused by after a_first_delivery_follows_from_what_made_it.lua:16 | caused by main chunk
