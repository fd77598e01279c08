local bh = require "bindhost"
local price = bh.bindable(2)
local total = bh.computed(function() return price:get() * 3 end)
total:set(7)
