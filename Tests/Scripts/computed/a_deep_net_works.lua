-- Contract 11b: not only a chain: every level reads the two before it, so there are 2^500 ways down.
local bh = require "bindhost"
local starts, one, two = 0, bh.bindable(1), bh.bindable(1)
local a, b = one, two
for _ = 1, 500 do
  local x, y = a, b
  a, b = b, bh.computed(function()
    starts = starts + 1
    return (x:get() + y:get()) % 1000007
  end)
end
local function expected(x, y)
  for _ = 1, 500 do x, y = y, (x + y) % 1000007 end
  return y
end
print(b:get() == expected(1, 1), starts)   -- expect: true	500
starts = 0
bh.transaction(function() one:set(5) two:set(7) end)
print(b:get() == expected(5, 7), starts)   -- expect: true	500
b:observe(function(v) print(v == expected(one:get(), two:get())) end)  -- expect: true
starts = 0
two:set(8)                                 -- expect: true
print(starts)                              -- expect: 500
