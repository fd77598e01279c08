local bh = require "bindhost"
local id = bh.bindable(7)
id:observe(function() bh.sleep "1s" end)
-- finds 3: error: bh.sleep waits, and that is not possible here [bind.yield]
