-- CONTRACT 37: at the start the source wins; if it has no value, the other end flows back.
local bh = require "bindhost"
local a, b = bh.bindable("source"), bh.bindable("target")
bh.link(a, b)
print(a:get(), b:get())                  -- expect: source	source
b:set("edited")
print(a:get(), b:get())                  -- expect: edited	edited
a:set("again")
print(a:get(), b:get())                  -- expect: again	again
local none, full = bh.bindable(), bh.bindable("kept")
bh.link(none, full)
print(none:get(), full:get())            -- expect: kept	kept
-- both ends written in one wave: the source wins again
bh.transaction(function() b:set("target") a:set("source") end)
print(a:get(), b:get())                  -- expect: source	source
-- nil is a value
local n, m = bh.bindable(nil), bh.bindable(1)
bh.link(n, m)
print(n:get(), m:get())                  -- expect: nil	nil
