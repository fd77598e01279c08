local bh = require "bindhost"
local handle
local scope = bh.scope("screen", function() handle = bh.bindable(1):observe(function() end) end)
scope:close()
handle:pause()
