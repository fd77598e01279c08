-- Contract 3, 9: however many sources a callback writes with functions that read other cells, each is worked out by itself when the callback
-- looks, once.
local bh = require "bindhost"
local other, go = bh.bindable(1), bh.bindable(0)
local n, calls, sources = 1000, 0, {}
for i = 1, n do sources[i] = bh.source { get = function() return i end, set = function() return true end } end
local last = sources[n]:map(function(v) return v end)
go:observe(function()
  for _ = 1, 2 do
    for _, s in ipairs(sources) do s:modify(function(v) calls = calls + 1 return v + other:get() end) end
  end
  print(last:get(), calls)          -- expect: 1002	2000
  local sum = 0
  for i, s in ipairs(sources) do sum = sum + s:get() - i end
  print(sum, calls)                 -- expect: 2000	2000
  -- Written again, it is worked out again, and nothing else is.
  sources[1]:modify(function(v) calls = calls + 1 return v * 2 end)
  sources[2]:set(7)
  print(sources[1]:get(), sources[2]:get(), calls)   -- expect: 6	7	2001
  -- So in an inner transaction, which begins with that.
  bh.transaction(function()
    for i = 1, n do sources[i]:modify(function(v) calls = calls + 1 return v - other:get() end) end
  end)
  print(sources[1]:get(), sources[2]:get(), last:get(), calls)   -- expect: 5	6	1001	3001
end, { initial = false })
go:set(1)
