local bh = require "bindhost"
local function poll() return 1 end
bh.job.every("5s", poll())
