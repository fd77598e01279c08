-- Contract 31, 32, 34.
local bh = require "bindhost"
local a = bh.bindable(1)
local scope = bh.scope("s", function()
  a:observe(function(v) print("inside", v) end)
  bh.on_close(function() print "cleanup 1" end)
  bh.scope(function() bh.on_close(function() print "child" end) end)
  bh.on_close(function() print "cleanup 2" end)
end)
-- expect: inside	1
a:set(2)  -- expect: inside	2
scope:close()
-- expect: child
-- expect: cleanup 2
-- expect: cleanup 1
scope:close()
a:set(3)
print "end"  -- expect: end
