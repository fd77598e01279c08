local bh = require "bindhost"
local ok, err = pcall(bh.job.every, "1h", { run = function() end, immediat = false })
print(ok, err.id, (tostring(err):find("did you mean 'immediate'", 1, true)) ~= nil)  -- expect: false	job.unknown_option	true
print((pcall(bh.job.every, "5x", function() end)))  -- expect: false
print((pcall(bh.job.every, 0, function() end)))  -- expect: false
