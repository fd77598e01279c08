local bh = require "bindhost"
local items = bh.bindable({ { name = "a" }, { name = "a" } })
bh.each(items, { key = "name", insert = function() end })
