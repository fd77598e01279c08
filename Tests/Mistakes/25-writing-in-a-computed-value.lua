local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(0)
local both = bh.computed(function() b:set(a:get()) return b:get() end)
print(both:get())
