-- Contract 33: idempotent; inside itself; from another observer of the same wave; before its first delivery; with something
-- held for it; a timer; a task's handle is its scope. A run that is under way completes.
local bh = require "bindhost"
local a, out = bh.bindable(0), bh.bindable(0)
local h
h = a:observe(function(v)
  if v == 1 then h:stop() h:stop() out:set(v) print("completes", v, out:get(), h:info().stopped) end
end)
out:observe(function(v) print("out", v) end, { initial = false })
a:set(1)
-- expect: completes	1	1	true
-- expect: out	1
a:set(2)
print(h:info().runs)                     -- expect: 2
-- queued in this wave, and one whose input another one has just written
local b, c, victims = bh.bindable(0), bh.bindable(0), {}
b:observe(function(v)
  c:set(v)
  for _, victim in ipairs(victims) do victim:stop() end
end, { initial = false })
victims[1] = b:observe(function() print "queued" end, { initial = false })
victims[2] = b:map(tostring):observe(function() print "deeper" end, { initial = false })
victims[3] = c:observe(function() print "next wave" end, { initial = false })
victims[4] = bh.bind(c, function() print "target" end, { initial = false })
local kept = bh.bindable("kept")
victims[5] = bh.bind(c, kept, { initial = false })
local effect_runs = 0
victims[6] = bh.effect(function() effect_runs = effect_runs + 1 return b:get() + c:get() and nil end)
b:set(5)
print(c:get(), kept:get(), effect_runs)  -- expect: 5	kept	1
-- made and stopped within one callback or transaction: never called
bh.transaction(function() a:observe(function() print "made and stopped" end):stop() end)
b:observe(function() a:observe(function() print "made in an observer and stopped" end):stop() end)
-- an effect that stops itself still cleans up
local e
e = bh.effect(function() if a:get() > 2 then e:stop() end return function() print "cleaned up" end end)
a:set(3)
-- expect: cleaned up
-- expect: cleaned up
a:set(4)
-- timers
local timer = bh.after("1ms", function() print "timer" end)
timer:stop() timer:stop()
local last
last = bh.after("2ms", function() last:stop() print "last timer" end)
-- closed with its scope while it is queued
local scope
a:observe(function() if scope then scope:close() end end)
scope = bh.scope(function() a:observe(function() print "in a closed scope" end, { initial = false }) end)
a:set(5)
do
  local closing <close> = a:observe(function(v) print("closing", v) end)   -- expect: closing	5
end
a:set(6)
bh.sleep("4ms")                          -- expect: last timer
