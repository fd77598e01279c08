local bh = require "bindhost"
local a = bh.bindable(1)
local h = bh.effect(function()
  local v = a:get()
  print("run", v)
  return function() print("clean", v) end
end)
-- expect: run	1
a:set(2)
-- expect: clean	1
-- expect: run	2
h:stop()  -- expect: clean	2
a:set(3)
print "end"  -- expect: end
