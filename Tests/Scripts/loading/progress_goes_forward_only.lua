-- Contract L-19: at most one change in 50 ms, never backwards, the last one always before the value.
local bh = require "bindhost"
local x = bh.loadable("x", { load = function(ctx)
  for done = 1, 50 do
    ctx.progress(done, 50, "lines")
    if done == 10 then ctx.progress(3, 50, "lines") end
    bh.sleep(0)
  end
  return "done"
end })
local seen = {}
x "progress":observe(function(p) if p then seen[#seen + 1] = p.done end end)
x "value":observe(function(v) if v then seen[#seen + 1] = v end end)
bh.sleep("50ms")
print(seen[1], seen[#seen - 1], seen[#seen], #seen < 10)    -- expect: 1	50	done	true
local p = x "progress":get()
print(p.done, p.total, p.unit)                               -- expect: 50	50	lines
-- what goes back is nothing new, also where it is the last one that is told
local y
y = bh.loadable("y", { load = function(ctx)
  ctx.progress(1, 50)
  ctx.progress(10, 50)
  ctx.progress(3, 50)
  bh.sleep("80ms")
  print(y "progress":peek().done)                            -- expect: 10
end })
y "progress":observe(function() end)
y:await()
