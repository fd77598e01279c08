-- Contract 27: the others run, `set` does not raise, the error is reported with its place.
local bh = require "bindhost"
local a = bh.bindable(1)
a:observe(function(v) if v == 2 then error "boom" end end)
a:observe(function(v) print("second", v) end)  -- expect: second	1
a:set(2)  -- expect: second	2
print "after"  -- expect: after
-- expect error: script.error
-- expect stderr: boom
-- expect stderr: a_raising_observer_stops_nobody_else.lua:4
-- exit: 1
