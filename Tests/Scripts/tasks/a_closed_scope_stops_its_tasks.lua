local bh = require "bindhost"
local scope = bh.scope(function()
  bh.go(function()
    print "begins"  -- expect: begins
    local guard <close> = setmetatable({}, { __close = function() print "closed" end })
    bh.sleep "1h"
    print "never"
  end)
end)
bh.after("10ms", function() scope:close() end)
-- expect: closed
