local bh = require "bindhost"
bh.job.cron("0 0 31 2 *", function() end)
