-- Contract 8: a function write is evaluated when it is applied.
local bh = require "bindhost"
local n = bh.bindable(1)
n:modify(function(v) return v + 1 end)
print(n:get())  -- expect: 2
local trigger = bh.bindable(0)
trigger:observe(function() n:modify(function(v) return v * 10 end) end, { initial = false })
trigger:observe(function() n:modify(function(v) return v + 1 end) end, { initial = false })
trigger:set(1)
print(n:get())  -- expect: 21
