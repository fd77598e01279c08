-- `bh.stats()`: for each line how often its function ran, and how often for nothing; also of what has ended.
local bh = require "bindhost"
local n = bh.bindable(0)
local parity = bh.computed(function() return n:get() % 2 end)
local copy = bh.bindable(0)
bh.bind(n:map(function(v) return v // 10 end), copy, tostring)
local seen = parity:observe(function() end)
for i = 1, 4 do n:set(2 * i) end
n:set(9)
local function say()
  for _, line in ipairs(bh.stats().lines) do print(line.line, line.runs, line.wasted) end
end
say()
-- expect: 4	6	4
-- expect: 6	7	5
-- expect: 7	2	0
seen:stop()
n:set(10)
say()
-- expect: 4	6	4
-- expect: 6	9	5
-- expect: 7	2	0
