local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(0)
bh.link(a, b, { to = function(v) return v + 1 end, from = function(v) return v end })
b:set(5)
