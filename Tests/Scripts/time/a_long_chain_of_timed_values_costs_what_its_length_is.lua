-- Contract 11b, 54: a chain of debounced, throttled and mapped values may have any length; each knows of which write its
-- value is, and asks nobody further down.
local bh = require "bindhost"
local start = bh.bindable(0)
local last = start
for i = 1, 1500 do
  if i % 3 == 0 then
    last = last:throttle(0)
  elseif i % 3 == 1 then
    last = last:map(function(v) return v + 1 end)
  else
    last = last:throttle "1h"
  end
end
local seen = {}
local handle = last:observe(function(v) seen[#seen + 1] = v end)
start:set(1)
print(#seen, seen[1])          -- expect: 1	500
handle:stop()
