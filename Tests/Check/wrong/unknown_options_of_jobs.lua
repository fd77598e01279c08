local bh = require "bindhost"
bh.job.every("5s", { nmae = "a", run = function() end })
bh.job.cron("0 * * * *", { overlpa = "queue", run = function() end })
bh.job.exec { cmd = { "df" }, evry = "1m" }
-- finds 2:22: error: job.every: unknown option 'nmae' (did you mean 'name'?) [job.unknown_option]
-- finds 3:28: error: job.cron: unknown option 'overlpa' (did you mean 'overlap'?) [job.unknown_option]
-- finds 4:31: error: job.exec: unknown option 'evry' (did you mean 'every'?) [job.unknown_option]
