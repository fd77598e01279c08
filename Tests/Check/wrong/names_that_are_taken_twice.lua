local bh = require "bindhost"
bh.model("user", { name = "Ada" })
bh.model("user", { name = "Grace" })
bh.job.every("1h", { name = "poll", run = function() end })
bh.job.every("2h", { name = "poll", run = function() end })
-- finds 3: error: a model named 'user' exists already [bind.duplicate]
-- finds 5: error: job.every: a job named 'poll' exists already [job.duplicate]
