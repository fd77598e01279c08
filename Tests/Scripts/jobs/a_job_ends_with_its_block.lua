-- Contract 32: a job ends with its scope, with stop(), or with the block in which it is a <close> variable.
local bh = require "bindhost"
local runs = 0
local kept
do
  local job <close> = bh.job.every("1h", { name = "often", run = function() runs = runs + 1 return runs end })
  kept = job
  print(job:await())                                    -- expect: 1
end
bh.sleep(0)
print(kept "next_run":get(), kept "value":get())        -- expect: nil	1
print(pcall(function()
  local job <close> = bh.job.cron("@hourly", { name = "failing", run = function() end })
  error("out", 0)
end))                                                   -- expect: false	out
-- Its name is free again.
bh.job.every("1h", { name = "often", run = function() end }):stop()
print(runs)                                             -- expect: 1
