-- Contract 1: an observer, a chain of bindings, an effect and a view's property are all up to date behind the call.
local bh = require "bindhost"
local a, b, c = bh.bindable(1), bh.bindable(0), bh.bindable(0)
local label = bh.ui.label { text = c:map(tostring) }
local observed, effected
bh.bind(a, b)
bh.bind(b, c, function(v) return v * 10 end)
c:observe(function(v) observed = v end)
bh.effect(function() effected = a:get() + c:get() end)
a:set(2)
print(b:get(), c:get(), observed, effected, label("text"):get())  -- expect: 2	20	20	22	20
a:modify(function(v) return v + 1 end)
print(b:get(), c:get(), observed, effected, label("text"):get())  -- expect: 3	30	30	33	30
-- also what an observer writes in turn
local far = bh.bindable(0)
c:observe(function(v) far:set(v + 1) end)
a:set(4)
print(far:get())  -- expect: 41
