local bh = require "bindhost"
local a = bh.bindable(1)
local b = bh.computed(function() return a:get() end)
b:set(2)
-- finds 4: error: computed(a_computed_value_that_is_written.lua:3) is derived and cannot be written [bind.read_only]
