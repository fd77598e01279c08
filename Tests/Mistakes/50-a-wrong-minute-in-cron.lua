local bh = require "bindhost"
bh.job.cron("*/5 24 * * *", function() end)
