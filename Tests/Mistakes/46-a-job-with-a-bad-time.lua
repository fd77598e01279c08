local bh = require "bindhost"
bh.job.every("5 seconds", function() end)
