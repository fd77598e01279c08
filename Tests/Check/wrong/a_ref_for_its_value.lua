local bh = require "bindhost"
local count = bh.bindable(5)
if count > 3 then print "many" end
-- finds 3: error: attempt to compare number with Ref [script.error]
