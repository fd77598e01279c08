local bh = require "bindhost"
local n = bh.bindable(0)
bh.effect(function() n:set(n:get() + 1) end)
