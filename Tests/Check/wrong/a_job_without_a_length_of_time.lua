local bh = require "bindhost"
bh.job.every("5 seconds", function() end)
bh.job.every(0, function() end)
-- finds 2: error: job.every: argument 1 (time): a time such as "250ms", "5s", "2m" or a number of seconds expected, got string ("5 seconds") [bind.argument]
-- finds 3: error: job.every: argument 1 (time): a time longer than zero expected, got number (0) [bind.argument]
