local bh = require "bindhost"
local count = bh.bindable(5)
print(count + 1)
