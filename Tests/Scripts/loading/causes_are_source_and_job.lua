-- LUA_API: what a load or a run brings has a cause of kind source or job, whoever asked for it.
local bh = require "bindhost"
local function kinds(name, cell)
  cell:observe(function(value, _, cause) print(name, value, cause.kind) end, { initial = false })
end
local n = 0
local x = bh.loadable("x", { initial = 0, load = function() n = n + 1 return n end })
kinds("value", x "value")
kinds("face", x "face")
bh.sleep("5ms")
-- expect: value	1	source
-- expect: face	loaded	source
local job = bh.job.every("1h", { initial = 0, immediate = false, run = function() return 5 end })
kinds("run", job "value")
job:load()
bh.sleep("5ms")                                   -- expect: run	5	job
job:stop()
