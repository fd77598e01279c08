local bh = require "bindhost"
bh.job.every("5s", { nmae = "poll", run = function() end })
