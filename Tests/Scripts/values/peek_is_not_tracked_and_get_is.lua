local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(10)
local runs = 0
local sum = bh.computed(function() runs = runs + 1 return a:get() + b:peek() end)
sum:observe(function(v) print(v) end)  -- expect: 11
b:set(20)
a:set(2)  -- expect: 22
print(runs)  -- expect: 2
