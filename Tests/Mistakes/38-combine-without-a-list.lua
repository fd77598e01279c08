local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(2)
bh.combine(a, b, function(x, y) return x + y end)
