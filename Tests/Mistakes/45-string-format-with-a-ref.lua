local bh = require "bindhost"
local n = bh.bindable(5)
print(("%d items"):format(n))
