local bh = require "bindhost"
local n = bh.bindable(0)
bh.effect(function() n:set(n:get() + 1) end)
-- finds 3: error: observers kept writing for more than 100 waves; the state of the last whole wave stands [bind.cycle]
