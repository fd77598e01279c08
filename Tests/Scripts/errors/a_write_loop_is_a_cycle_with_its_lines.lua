-- Contract 11.
local bh = require "bindhost"
local a, b = bh.bindable(0, { name = "a" }), bh.bindable(0, { name = "b" })
a:observe(function(v) b:set(v + 1) end, { initial = false })
b:observe(function(v) a:set(v + 1) end, { initial = false })
local ok, err = pcall(a.set, a, 1)
print(ok, err.id)  -- expect: false	bind.cycle
print(a:get() > 10)  -- expect: true
