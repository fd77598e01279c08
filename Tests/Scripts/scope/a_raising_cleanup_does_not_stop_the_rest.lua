local bh = require "bindhost"
local scope = bh.scope(function()
  bh.on_close(function() print "first" end)
  bh.on_close(function() error "boom" end)
  bh.on_close(function() print "last" end)
end)
scope:close()
print "after"
-- expect: last
-- expect: first
-- expect: after
-- expect error: script.error
-- exit: 1
