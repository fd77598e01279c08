local bh = require "bindhost"
local items = bh.bindable({ 1, 2, 3 })
print(#items)
