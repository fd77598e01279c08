-- Contract 4.
local bh = require "bindhost"
local a, runs = bh.bindable(1), 0
local double = bh.computed(function() runs = runs + 1 return a:get() * 2 end)
a:set(2)
a:set(3)
print(runs)  -- expect: 0
print(double:get(), double:get(), runs)  -- expect: 6	6	1
