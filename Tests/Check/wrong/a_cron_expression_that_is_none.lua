local bh = require "bindhost"
bh.job.cron("*/5 24 * * *", function() end)
bh.job.cron("0 0 31 2 *", function() end)
-- finds 2: error: job.cron: cron "*/5 24 * * *", column 5: hour '24': '24' is no hour: 0 to 23 expected [job.cron]
-- finds 3: error: job.cron: cron "0 0 31 2 *", column 5: no month of this expression has such a day, so it would never run [job.cron]
