local bh = require "bindhost"
bh.job.cron("30 2 * * *", { tz = "Europe/Berln", run = function() end })
