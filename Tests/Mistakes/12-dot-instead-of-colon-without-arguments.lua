local bh = require "bindhost"
local n = bh.bindable(1)
print(n.get())
