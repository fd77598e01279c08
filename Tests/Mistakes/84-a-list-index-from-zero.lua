local bh = require "bindhost"
local items = bh.bindable({ "a" })
items:remove(0)
