local bh = require "bindhost"
bh.job.evry("5s", function() end)
