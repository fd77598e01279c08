local bh = require "bindhost"
local n = bh.bindable(5)
n:push(6)
