-- exit: 1
local bh = require "bindhost"
bh.job.every("1s", function() end)
it("is never reached", function() end)
