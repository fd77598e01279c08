local bh = require "bindhost"
local items = bh.bindable({ { id = 1 }, { name = "b" } })
bh.each(items, { key = "id", insert = function() end })
