-- Contract 12: a cycle raises on read, and unrelated cells stay usable.
local bh = require "bindhost"
local other = bh.bindable("fine")
local b
local a = bh.computed(function() return b:get() end)
b = bh.computed(function() return a:get() end)
local ok, err = pcall(a.get, a)
print(ok, err.id)  -- expect: false	bind.cycle
print(other:get())  -- expect: fine
