local bh = require "bindhost"
bh.job.every(function() end)
