-- Contract 5: also tables by content, NaN, nil, references; observers, effects, bindings and computed values behind it rest.
local bh = require "bindhost"
local f = function() end
for name, fn in pairs {
  number = function() return 1 end, mixed = function(v) return v % 2 == 0 and 1 or 1.0 end, nan = function() return 0 / 0 end,
  zero = function(v) return v % 2 == 0 and 0.0 or -0.0 end, list = function() return { 1, { 2 } } end,
  record = function() return { a = { b = 1 } } end, none = function() return nil end, text = function() return "x" .. "" end,
  reference = function() return f end, flag = function(v) return v > 0 end,
} do
  local a, runs = bh.bindable(1), 0
  local function run() runs = runs + 1 end
  local equal = a:map(fn)
  local target = bh.bindable("other")
  bh.bind(equal, target)
  equal:observe(run)
  target:observe(run)
  equal:map(run):observe(function() end)
  bh.effect(function() equal:get() run() end)
  bh.combine({ equal, target }, run):observe(function() end)
  runs = 0
  for i = 2, 5 do a:set(i) end
  bh.transaction(function() a:set(6) a:set(7) end)
  a:touch()
  if runs ~= 0 then print(name, runs) end
end
-- where one of several inputs has changed, it runs for that one
local a, b, runs = bh.bindable(1), bh.bindable(1), 0
local sign = a:map(function(v) return v > 0 end)
bh.effect(function() runs = runs + 1 return sign:get() and b:get() and nil end)
a:set(2)
bh.transaction(function() a:set(3) b:set(2) end)
print(runs)                              -- expect: 2
