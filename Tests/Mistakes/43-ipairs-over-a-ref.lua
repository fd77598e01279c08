local bh = require "bindhost"
local items = bh.bindable({ 1, 2, 3 })
for i, v in ipairs(items) do print(i, v) end
