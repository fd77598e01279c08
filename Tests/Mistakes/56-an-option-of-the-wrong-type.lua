-- args: --allow-run
local bh = require "bindhost"
bh.job.exec { cmd = { "df" }, every = "1m", timeout = "soon" }
