local bh = require "bindhost"
bh.job.cron("*/5 * * *", function() end)
