-- Contract 28: in a row; a run that succeeds counts anew. Observers, effects, bindings, functions as targets.
local bh = require "bindhost"
local suspended = {}
bh.on_error(function(err) if err.id == "bind.suspended" then suspended[#suspended + 1] = err.message end end)
local a, runs = bh.bindable(0), 0
local h = a:observe(function(v) runs = runs + 1 if v % 10 ~= 0 then error "no" end end, { initial = false })
for i = 1, 35 do a:set(i) end
print(runs, h:info().suspended, #suspended)               -- expect: 35	false	0
for i = 36, 60 do a:set(i % 10 == 0 and 99 or i) end
print(runs, h:info().suspended, #suspended)               -- expect: 40	true	1
print(suspended[1])                                       -- expect: observer of bindable was suspended after 10 errors in a row
-- resumed: it gets what it missed, with the old value of its own last delivery, and counts from nothing
a:set(70)
h:resume()
print(runs, h:info().suspended)                           -- expect: 41	false
for i = 71, 79 do a:set(i) end
print(runs, h:info().suspended)                           -- expect: 50	false
a:set(81)
print(runs, h:info().suspended)                           -- expect: 51	true
h:resume() h:resume()
h:stop()
-- an effect, a target function, a binding with a transform
local e = bh.bindable(0)
local effect_runs = 0
local effect = bh.effect(function() effect_runs = effect_runs + 1 if e:get() > 0 then error "effect" end end)
local to_function = bh.bind(e, function(v) if v > 0 then error "fn" end end)
local target = bh.bindable("kept")
local binding = bh.bind(e, target, function(v) if v > 0 then error "map" end return "mapped " .. v end)
suspended = {}
for i = 1, 15 do e:set(i) end
print(effect_runs, #suspended, effect:info().suspended, to_function:info().suspended)  -- expect: 11	3	true	true
print(binding("status"):get(), target:get())              -- expect: suspended	mapped 0
e:set(0)
effect:resume() to_function:resume() binding:resume()
print(effect_runs, binding("status"):get(), target:get()) -- expect: 12	ok	mapped 0
e:set(-1)
print(effect_runs, binding("status"):get(), target:get()) -- expect: 13	ok	mapped -1
