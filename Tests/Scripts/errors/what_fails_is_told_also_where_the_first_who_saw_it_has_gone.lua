-- Contract 27, 29: what cannot be computed is told once, also where the binding that was to deliver it is given up in the same wave.
local bh = require "bindhost"
local told = 0
bh.on_error(function() told = told + 1 end)
local limit, near, far = bh.bindable(10), bh.bindable(1), bh.bindable(1)
bh.link(near, far, { validate = function(v) return v <= limit:get(), "too much" end })
far:set(50)
local source = bh.bindable(0)
local failing = source:map(function(v)
  if v > 0 then error("it fails", 0) end
  return v
end)
local deep = source:map(function(v) return v end)
local gate = bh.computed(function() return deep:get() == 0 or near:get() < 10 end)
failing:observe(function() end)
bh.bind(failing, bh.bindable(0), { when = gate })
told = 0
bh.transaction(function()
  limit:set(100)
  source:set(1)
end)
print(told, gate:get(), (pcall(failing.get, failing)))     -- expect: 1	false	false
