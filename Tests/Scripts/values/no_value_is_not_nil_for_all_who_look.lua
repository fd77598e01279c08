-- Contract 14, 15: nothing is delivered before the first write, to nobody; after it `old` is absent and `first` is true.
local bh = require "bindhost"
local empty, target, shown = bh.bindable(), bh.bindable("kept"), bh.ui.label "plain"
local runs = 0
local mapped = empty:map(function(v) runs = runs + 1 return tostring(v) end)
empty:observe(function(new, old, cause) print("observe", new, old, cause.first, cause.kind) end)
empty:observe(function(new, old) print("not initial", new, old) end, { initial = false })
mapped:observe(function(v) print("map", v) end)
bh.combine({ empty, bh.bindable(2) }, function(a, b) return a + b end):observe(function(v) print("combine", v) end)
bh.bind(empty, target)
bh.bind(mapped, shown "text")
bh.bind(empty, function(v) print("bind fn", v) end)
bh.effect(function() print("effect", empty:get(), empty:has_value(), mapped:get(), mapped:has_value()) end)
-- expect: effect	nil	false	nil	false
print(runs, target:get(), shown("text"):get())   -- expect: 0	kept	plain
empty:set(1)
-- expect: observe	1	nil	true	initial
-- expect: not initial	1	nil
-- expect: bind fn	1
-- expect: map	1
-- expect: combine	3
-- expect: effect	1	true	1	true
print(runs, target:get(), shown("text"):get())   -- expect: 1	1	1
empty:observe(function(new, old, cause) print("late", new, old, cause.first) end)  -- expect: late	1	nil	true
-- nil is a value: it is delivered
local is_nil = bh.bindable(nil)
is_nil:observe(function(new, old, cause) print("nil", new, old, cause.first) end)  -- expect: nil	nil	nil	true
is_nil:map(tostring):observe(function(v) print(v) end)                              -- expect: nil
is_nil:set(nil)
-- a rolled back first write was none
local other = bh.bindable()
other:observe(function(v) print("never", v) end)
pcall(bh.transaction, function() other:set(1) error "no" end)
print(other:has_value(), other:get())            -- expect: false	nil
