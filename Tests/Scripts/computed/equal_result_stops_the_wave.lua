-- Contract 5.
local bh = require "bindhost"
local a, runs = bh.bindable(1), 0
local odd = bh.computed(function() return a:get() % 2 == 1 end)
local text = odd:map(function(v) runs = runs + 1 return v and "odd" or "even" end)
text:observe(function(v) print(v) end)  -- expect: odd
a:set(3)
a:set(5)
a:set(6)  -- expect: even
print(runs)  -- expect: 2
