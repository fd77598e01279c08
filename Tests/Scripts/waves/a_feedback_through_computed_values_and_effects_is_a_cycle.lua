-- Contract 11: the path goes through what the observers look at.
local bh = require "bindhost"
local celsius, fahrenheit = bh.bindable(0.0, { name = "celsius" }), bh.bindable(0.0, { name = "fahrenheit" })
celsius:map(function(c) return c * 9 / 5 + 32 end):observe(function(f)
  fahrenheit:set(f)
end, { initial = false })
bh.effect(function()
  local f = fahrenheit:get()
  if f ~= 0.0 then celsius:set((f - 32) * 5 / 9 + 0.25) end
end)
local ok, err = pcall(celsius.set, celsius, 1)
print(ok, err.id)  -- expect: false	bind.cycle
local path = err.notes[1]
print(path:match "celsius %(%S+:9%)" ~= nil, path:match "fahrenheit %(%S+:5%)" ~= nil)  -- expect: true	true
-- in a transaction the transaction raises
print(select(2, pcall(bh.transaction, function() celsius:set(2) end)).id)  -- expect: bind.cycle
-- in a task it is the task's error, and a loop through a bindings' target is found as well
local x, y = bh.bindable(0), bh.bindable(0)
bh.bind(x, y)
y:observe(function(v) x:set(v + 1) end, { initial = false })
bh.go(function() x:set(1) end)  -- expect error: bind.cycle
