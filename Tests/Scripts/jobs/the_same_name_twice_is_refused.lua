-- args: --once
local bh = require "bindhost"
bh.job.every("1h", { name = "j", run = function() end })
local ok, err = pcall(bh.job.every, "1h", { name = "j", run = function() end })
print(ok, err.id)  -- expect: false	job.duplicate
