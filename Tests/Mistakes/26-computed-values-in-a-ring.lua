local bh = require "bindhost"
local a = bh.bindable(1)
local b
local c = bh.computed(function() return a:get() + (b and b:get() or 0) end)
b = bh.computed(function() return c:get() + 1 end)
print(b:get())
