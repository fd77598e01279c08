-- Contract 30: a script that catches what it is told and goes on is told again for each of its waits, however many they are: only one that
-- does nothing but wait for ever is ended.
local bh = require "bindhost"
local told = 0
for _ = 1, 120 do
  local source
  source = bh.source { get = function() return 0 end,
    set = function() return bh.race { function() return source:set(2) end } end }
  if not pcall(source.set, source, 1) then told = told + 1 end
  bh.sleep "0s"
end
print(told)
-- expect: 120
