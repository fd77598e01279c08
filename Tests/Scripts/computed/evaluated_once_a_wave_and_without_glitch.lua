-- Contract 2, 3: a diamond, with unequal arms.
local bh = require "bindhost"
local a = bh.bindable(1)
local left = bh.computed(function() return a:get() * 10 end)
local right = left:map(function(v) return v * 10 end)
local runs = 0
local sum = bh.computed(function() runs = runs + 1 return left:get() + right:get() end)
sum:observe(function(v) print(v) end)  -- expect: 110
a:set(2)  -- expect: 220
a:set(3)  -- expect: 330
print("runs", runs)  -- expect: runs	3
