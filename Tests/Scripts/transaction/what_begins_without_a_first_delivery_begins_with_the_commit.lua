-- Contract 10, 14, 16: without a first delivery an observer that was made in a transaction begins with what is committed, not
-- with what was there for a moment.
local bh = require "bindhost"
local a, target = bh.bindable(1), bh.bindable(0)
bh.transaction(function()
  a:set(2)
  a:observe(function(new, old) print("observer", new, old) end, { initial = false })
  bh.bind(a, target, { initial = false })
  a:set(1)
end)
a:set(2)                                           -- expect: observer	2	1
print(target:get())                                -- expect: 2
a:set(3)                                           -- expect: observer	3	2
-- What comes after it in the transaction goes with the same commit.
local b = bh.bindable(1)
bh.transaction(function()
  b:set(2)
  b:map(function(v) return v * 10 end):observe(function(new, old) print("map", new, old) end, { initial = false })
  b:set(3)
end)
b:set(4)                                           -- expect: map	40	30
