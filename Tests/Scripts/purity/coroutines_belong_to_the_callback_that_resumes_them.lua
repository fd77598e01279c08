-- Contract 13: reads in a coroutine that a derived function resumes are tracked; writes belong to the running callback.
local bh = require "bindhost"
local a, b, runs = bh.bindable(1), bh.bindable(10), 0
local function each(...)
  local cells = { ... }
  return coroutine.wrap(function() for _, cell in ipairs(cells) do coroutine.yield(cell:get()) end end)
end
local sum = bh.computed(function()
  runs = runs + 1
  local total = 0
  for v in each(a, b) do total = total + v end
  return total
end)
sum:observe(function(v) print("sum", v) end)         -- expect: sum	11
a:set(2)                                             -- expect: sum	12
b:set(20)                                            -- expect: sum	22
print(runs)                                          -- expect: 3
-- first read inside: the inner evaluation may come first
local deep = a:map(function(v) return v * 100 end)
local through = bh.computed(function() return coroutine.wrap(function() return deep:get() + b:get() end)() end)
print(through:get())                                 -- expect: 220
-- a write in a coroutine of a computed value is refused, in one of an observer it is held like its own
local bad = bh.computed(function() return coroutine.wrap(function() b:set(1) end)() end)
print(select(2, pcall(bad.get, bad)).id, b:get())    -- expect: bind.pure	20
local out = bh.bindable(0)
out:observe(function(v) print("out", v) end, { initial = false })
local worker = coroutine.wrap(function() while true do out:set(coroutine.yield()) end end)
worker()
a:observe(function(v)
  worker(v * 7)
  print("held", out:get())
end, { initial = false })
a:observe(function() print("other", out:get()) end, { initial = false })
a:set(3)
-- expect: held	21
-- expect: other	0
-- expect: sum	23
-- expect: out	21
-- in a transaction that fails they go with it
print(pcall(bh.transaction, function() worker(99) print(out:get()) error("no", 0) end))
-- expect: 99
-- expect: false	no
print(out:get())                                     -- expect: 21
-- a coroutine begun in one callback and resumed in another writes for the second
worker(5)                                            -- expect: out	5
