local bh = require "bindhost"
bh.loadable("user", function() return 1 end)
