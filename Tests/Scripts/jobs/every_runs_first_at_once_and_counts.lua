local bh = require "bindhost"
local j
j = bh.job.every("10ms", { name = "tick", run = function(fire)
  print(j "runs":get(), fire.missed >= 0, math.type(fire.nominal) ~= nil)
  if j "runs":get() == 2 then j:stop() end
  return "value"
end })
print(j "phase":get(), j "runs":get())  -- expect: idle	0
bh.on_exit(function() print(j "phase":get(), j "value":get(), j "runs":get(), j "failures":get()) end)
-- expect: 1	true	true
-- expect: 2	true	true
-- expect: loaded	value	2	0
