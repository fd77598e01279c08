-- The end of each task's scope ends the next one.
local bh = require "bindhost"
local scopes, deepest = {}, 0
for i = 1, 3000 do
  scopes[i] = bh.scope(function()
    bh.go(function()
      local guard <close> = setmetatable({}, { __close = function()
        deepest = i
        if scopes[i + 1] then scopes[i + 1]:close() end
      end })
      bh.sleep "1h"
    end)
  end)
end
bh.after("50ms", function()
  scopes[1]:close()
  print(deepest > 20)  -- expect: true
  for i = #scopes, 1, -1 do scopes[i]:close() end
  print "alive"  -- expect: alive
end)
