local bh = require "bindhost"
local b
local a = bh.computed(function() return (b and b:get() or 0) + 1 end)
b = bh.computed(function() return a:get() + 1 end)
-- finds 4: error: a derived value depends on itself [bind.cycle]
