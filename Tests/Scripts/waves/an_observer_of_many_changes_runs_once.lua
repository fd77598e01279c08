-- Contract 2: once a wave, however many of its inputs were written, and however often.
local bh = require "bindhost"
local a, b, evaluations, runs, effects = bh.bindable(1), bh.bindable(2), 0, 0, 0
local sum = bh.computed(function() evaluations = evaluations + 1 return a:get() + b:get() end)
local double = sum:map(function(v) return v * 2 end)
bh.combine({ a, b, sum, double }, function(...) return table.concat({ ... }, " ") end):observe(function(v)
  runs = runs + 1
  print(v)
end)  -- expect: 1 2 3 6
bh.effect(function() effects = effects + a:get() * 0 + b:get() * 0 + double:get() * 0 + 1 end)
bh.transaction(function()
  a:set(5) a:set(6) b:set(7) a:set(10) b:set(20)
end)  -- expect: 10 20 30 60
print(evaluations, runs, effects)  -- expect: 2	2	2
-- what several observers of one wave write is one wave too
local go = bh.bindable(0)
go:observe(function(v) a:set(v) end, { initial = false })
go:observe(function(v) b:set(v) end, { initial = false })
go:set(1)  -- expect: 1 1 2 4
print(evaluations, runs, effects)  -- expect: 3	3	3
