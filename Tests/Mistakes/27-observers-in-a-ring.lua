local bh = require "bindhost"
local a, b = bh.bindable(0), bh.bindable(0)
a:observe(function(v) b:set(v + 1) end, { initial = false })
b:observe(function(v) a:set(v + 1) end, { initial = false })
a:set(1)
