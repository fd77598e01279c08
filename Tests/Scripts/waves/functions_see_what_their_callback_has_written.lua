-- Contract 8, 9: a function that is applied after its callback sees what else the callback has written, on the values of that
-- moment; two functions that read each other's cells are applied in turn.
local bh = require "bindhost"
local go, a, b, c = bh.bindable(0), bh.bindable(1), bh.bindable(10), bh.bindable(0)
local sum = bh.combine({ a, c }, function(x, y) return x + y end)
go:observe(function() c:modify(function(v) return v + 1 end) end, { initial = false })
go:observe(function()
  a:set(5)
  b:modify(function(v) return v + a:get() + sum:get() end)
  print(b:get())                                   -- expect: 20
end, { initial = false })
go:set(1)
print(a:get(), b:get(), c:get())                   -- expect: 5	21	1

local p, q = bh.bindable(1), bh.bindable(2)
local ten = q:map(function(v) return v * 10 end)
local function both()
  p:modify(function(v) return v + ten:get() end)
  q:modify(function(v) return v + p:get() end)
end
local once = bh.bindable(0)
once:observe(function()
  both()
  print(ten:get(), p:get(), q:get())               -- expect: 230	21	23
end, { initial = false })
once:set(1)
print(p:get(), q:get())                            -- expect: 21	23
p:set(1) q:set(2)
bh.transaction(both)
print(p:get(), q:get())                            -- expect: 21	23
