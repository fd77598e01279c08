local bh = require "bindhost"
local a, b = bh.bindable(0), bh.bindable(0)
a:observe(function(v) b:set(v + 1) end)
b:observe(function(v) a:set(v + 1) end)
-- finds 4: error: observers kept writing for more than 100 waves; the state of the last whole wave stands [bind.cycle]
