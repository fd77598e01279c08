-- Contract 32 b and c: effects, observers and handlers that run for ever need the same memory at the end as in the beginning.
local bh = require "bindhost"
local a = bh.bindable(0)
bh.effect(function()
  local v = a:get()
  a:map(function(x) return x + v end):observe(function() end)
  bh.scope(function() bh.effect(function() a:get() end) end)
  bh.on_close(function() return v end)
  return function() return v end
end)
a:observe(function(v) a:map(tostring):get() bh.combine({ a, a }, math.max):get() end)
-- the most that is in use after any of four rounds
local round = 0
local function memory()
  local most = 0
  for _ = 1, 4 do
    for _ = 1, 300 do round = round + 1 a:set(round) end
    for _ = 1, 4 do bh.sleep "1ms" collectgarbage() end
    most = math.max(most, collectgarbage "count")
  end
  return most
end
memory()
local before, nodes = memory(), bh.stats().nodes
local grown = memory() - before
print(grown < 16 or grown, bh.stats().nodes - nodes)  -- expect: true	0
