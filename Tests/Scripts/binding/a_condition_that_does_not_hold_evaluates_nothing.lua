-- Contract 4, 49: while the condition of a binding does not hold nobody looks at its source, which is not evaluated; when it holds again the target
-- gets the value of that moment.
local bh = require "bindhost"
local source, on = bh.bindable(1), bh.bindable(false)
local runs = 0
local derived = source:map(function(v) runs = runs + 1 return v * 10 end)
local tracked_runs = 0
local tracked = bh.computed(function() tracked_runs = tracked_runs + 1 return -derived:get() end)
local target, other = bh.bindable("own"), bh.model("m", { x = 0 })
bh.bind(derived, target, { when = on })
bh.bind(tracked, other "x", { when = on })
bh.bind(derived, function(v) print("told", v) end, { when = on })
source:set(2)
source:set(3)
print(runs, tracked_runs, target:get(), other "x":get())  -- expect: 0	0	own	0
on:set(true)                                              -- expect: told	30
print(runs, tracked_runs, target:get(), other "x":get())  -- expect: 1	1	30	-30
source:set(4)                                             -- expect: told	40
print(runs, tracked_runs, target:get(), other "x":get())  -- expect: 2	2	40	-40
-- Both in one wave.
bh.transaction(function() on:set(false) source:set(5) end)
print(runs, tracked_runs, target:get(), other "x":get())  -- expect: 2	2	own	0
source:set(6)
bh.transaction(function() source:set(7) on:set(true) end) -- expect: told	70
print(runs, tracked_runs, target:get(), other "x":get())  -- expect: 3	3	70	-70
on:set(false)
source:set(8)
source:touch()
print(runs, tracked_runs, target:get(), other "x":get())  -- expect: 3	3	own	0
-- A source that cannot be computed is of no concern meanwhile.
local broken = source:map(function() error("broken", 0) end)
local binding = bh.bind(broken, bh.bindable(0), { when = on })
source:set(9)
print(binding "status":get())                             -- expect: ok
