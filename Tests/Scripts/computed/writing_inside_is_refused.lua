-- Contract 13.
local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(1)
local bad = bh.computed(function() b:set(2) return a:get() end)
local ok, err = pcall(bad.get, bad)
print(ok, err.id)  -- expect: false	bind.pure
print(b:get())  -- expect: 1
