-- Contract 18.
local bh = require "bindhost"
local function counter(value, equals)
  local cell, count = bh.bindable(value, { equals = equals }), 0
  cell:observe(function() count = count + 1 end, { initial = false })
  return function(new) count = 0 cell:set(new) return count end
end
local never = counter(1, "never")
print(never(1), never(1))  -- expect: 1	1
local near = counter(1, function(a, b) return math.abs(a - b) < 0.5 end)
print(near(1.2), near(2))  -- expect: 0	1
local same = counter("a", "identity")
print(same("a"), same("b"))  -- expect: 0	1
