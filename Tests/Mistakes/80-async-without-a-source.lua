local bh = require "bindhost"
bh.ui.async { loaded = function() return bh.ui.label "x" end }
