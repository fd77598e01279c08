-- args: --allow-run=true
local bh = require "bindhost"
local job = bh.job
local scope = bh.scope(function()
  job.every("9223372036s", function() print "from its start" end)                 -- expect: from its start
  job.every(9223372036, { from = "end", run = function() print "from its end" end })  -- expect: from its end
  job.every(9.2e9, { immediate = false, run = function() print "never" end })
  job.exec { cmd = { "true" }, timeout = "9223372036s", every = "9223372036s" }
  bh.after("9223372036s", function() print "never" end)
  bh.go(function() bh.sleep(9.2e9) end)
end)
bh.after("300ms", function() scope:close() end)
