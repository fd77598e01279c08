local bh = require "bindhost"
local volume = bh.bindabel(40)
