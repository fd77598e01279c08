-- Contract 9, 23: whoever writes reads its own writes through everything that is derived from them, also what comes into use
-- after the write, or comes to depend on it only then.
local bh = require "bindhost"
local a = bh.bindable(1)
local double = a:map(function(v) return v * 2 end)
local both = bh.combine({ a, double }, function(x, y) return x + y end)
bh.transaction(function()
  a:set(5)
  double:observe(function(v) print("double", v) end)
  both:observe(function(v) print("both", v) end)
  print(double:get(), both:get())                  -- expect: 10	15
end)
-- expect: double	10
-- expect: both	15

local chooses, x, y = bh.bindable(false), bh.bindable(1), bh.bindable(10)
local chosen = bh.computed(function() if chooses:get() then return y:get() end return x:get() end)
chosen:observe(function(v) print("chosen", v) end) -- expect: chosen	1
chooses:observe(function()
  y:set(99)
  print(y:get(), chosen:get())                     -- expect: 99	99
end, { initial = false })
chooses:set(true)
-- expect: chosen	10
-- expect: chosen	99

-- dropped, it never was
print(pcall(bh.transaction, function()
  y:set(7)
  chosen:map(function(v) return -v end):observe(print)
  error(chosen:get(), 0)
end))                                              -- expect: false	7
print(chosen:get())                                -- expect: 99
