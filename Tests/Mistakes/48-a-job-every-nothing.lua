local bh = require "bindhost"
bh.job.every(0, function() end)
