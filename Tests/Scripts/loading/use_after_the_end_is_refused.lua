-- Contract 36: a loadable and a job whose scope has closed are refused, also by a path that was asked for before.
local bh = require "bindhost"
local x, job
local scope = bh.scope("panel", function()
  x = bh.loadable("x", { load = function() return 1 end })
  job = bh.job.every("1h", { name = "j", immediate = false, run = function() end })
end)
print(x "face":get(), job "runs":get())           -- expect: idle	0
scope:close()
local function refused(f) local ok, err = pcall(f) print(ok, err.id) end
refused(function() return x "face" end)           -- expect: false	bind.disposed
refused(function() return job "runs" end)         -- expect: false	bind.disposed
refused(function() return x:await() end)          -- expect: false	bind.disposed
