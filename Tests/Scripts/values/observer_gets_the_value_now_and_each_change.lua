-- Contract 1, 7, 14: delivery before `observe` returns, and before `set` returns; `old` is what this observer saw last.
local bh = require "bindhost"
local a = bh.bindable(1)
a:observe(function(new, old, cause) print(new, old, cause.kind, cause.first) end)  -- expect: 1	nil	initial	true
print "observed"  -- expect: observed
a:set(2)  -- expect: 2	1	write	nil
print "set"  -- expect: set
a:observe(function(new, old) print("second", new, old) end, { initial = false })
a:set(3)
-- expect: 3	2	write	nil
-- expect: second	3	2
