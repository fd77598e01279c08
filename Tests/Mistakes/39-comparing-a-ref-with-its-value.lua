local bh = require "bindhost"
local count = bh.bindable(5)
if count > 3 then print "many" end
