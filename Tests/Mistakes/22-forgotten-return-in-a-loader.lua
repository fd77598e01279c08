local bh = require "bindhost"
local user = bh.loadable("user", { load = function() local name = "Ada" end, retry = 0 })
local name, err = user:await()
print(name, err)
