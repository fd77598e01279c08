-- Contract 32 b: what follows from a cell is worked out past the cell's own Ref, over any number of collections: nothing of what it
-- was before stays, and what is the same is no change.
local bh = require "bindhost"
local function collect() for _ = 1, 3 do bh.sleep "1ms" collectgarbage() end end
local n = bh.bindable(0)
local big = n:map(function(v)
  local text = ("x"):rep(100000) .. v
  return { function() return text end }
end)
local over = bh.computed(function() return #big:get()[1]() + n:get() end)
local memory
for i = 1, 30 do
  collect()
  n:set(i)
  if over:get() < 100000 then print("lost", i) end
  if i == 10 then memory = bh.stats().memory end
end
collect()
print(over:get(), bh.stats().memory - memory < 200000)          -- expect: 100032	true
-- An equal value is none to work anything out for.
local a, runs = bh.bindable { 1 }, 0
a:set { a, 1 }
local first = a:map(function(v) return { v[1], a } end)
local second = bh.computed(function() runs = runs + 1 return first:get()[2] == a end)
print(second:get(), runs)                                       -- expect: true	1
collect()
a:set { a, 2 }
print(second:get(), runs)                                       -- expect: true	1
