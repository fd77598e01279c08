-- Contract 21, 23.
local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(2)
local sum = bh.computed(function() return a:get() + b:get() end)
sum:observe(function(v) print("sum", v) end)  -- expect: sum	3
print(bh.transaction(function()
  a:set(10)
  b:set(20)
  return sum:get(), "done"
end))
-- expect: sum	30
-- expect: 30	done
local thrown = { "mine" }
local ok, err = pcall(bh.transaction, function()
  a:set(100)
  print("inside", sum:get())  -- expect: inside	120
  error(thrown)
end)
print(ok, err == thrown, a:get(), sum:get())  -- expect: false	true	10	30
