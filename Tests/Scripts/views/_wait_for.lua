-- Waits until the condition holds; raises where it was called if that never comes.
local bh = require "bindhost"
return function(condition)
  for _ = 1, 5000 do
    if condition() then return end
    bh.sleep "1ms"
  end
  error("it has not come to this", 2)
end
