local bh = require "bindhost"
bh.job.every("1h", { name = "poll", run = function() end })
bh.job.every("2h", { name = "poll", run = function() end })
