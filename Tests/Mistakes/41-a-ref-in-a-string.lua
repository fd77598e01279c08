local bh = require "bindhost"
local name = bh.bindable("Ada")
print("Hello " .. name)
