-- args: --once
local bh = require "bindhost"
local on = bh.bindable(true)
bh.show(bh.ui.when(on, function() return "on" end))
