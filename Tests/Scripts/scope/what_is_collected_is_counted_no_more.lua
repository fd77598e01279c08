-- Contract 32: derived cells that nobody has are freed with the next collection, also in a step that goes on.
local bh = require "bindhost"
local a, d = bh.bindable(0), bh.bindable(1)
a:observe(function(v) d:map(function(x) return x + v end):get() end)
collectgarbage()
local before = bh.stats().nodes
for i = 1, 1000 do a:set(i) end
collectgarbage()
collectgarbage()
print(bh.stats().nodes <= before + 2)                -- expect: true
