-- Contract 29.
local bh = require "bindhost"
local a, runs = bh.bindable(0), 0
local inverse = bh.computed(function()
  runs = runs + 1
  local v = a:get()
  if v == 0 then error { code = 7 } end
  return 1 / v
end)
local ok, first = pcall(inverse.get, inverse)
local _, second = pcall(inverse.get, inverse)
print(ok, first.code, first == second, runs)  -- expect: false	7	true	1
a:set(2)
print(inverse:get(), runs)  -- expect: 0.5	2
