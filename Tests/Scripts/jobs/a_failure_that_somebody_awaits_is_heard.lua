-- Contract J-10: whoever waits for a run has its failure; nothing is reported besides, and the exit code is 0.
local bh = require "bindhost"
local job = bh.job.every("1h", { retry = 0, run = function() return nil, "expected" end })
local value, err = job:await()
print(value, err.kind, err.message)               -- expect: nil	script	expected
print(job "face":get(), job "failures":get())     -- expect: failed	1
job:stop()
