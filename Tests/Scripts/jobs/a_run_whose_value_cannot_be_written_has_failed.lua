-- Contract J-10, L-1: a run whose value is refused where it is to go, or sets off a cycle there, has failed and is counted so.
local bh = require "bindhost"
bh.on_error(function(err) print(err.id) end)
local a = bh.bindable(0)
a:observe(function(v) if v > 0 then a:set(v + 1) end end)
local j = bh.job.every("1h", { run = function() return 1 end, into = a, retry = 0 })
repeat bh.sleep "1ms" until j "failures":get() + j "runs":get() > 1           -- expect: bind.cycle
print(j "runs":get(), j "failures":get(), j "face":get(), j "error":get().id) -- expect: 1	1	failed	bind.cycle
j:stop()
