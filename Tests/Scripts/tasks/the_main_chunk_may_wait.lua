local bh = require "bindhost"
local before = bh.bindable(1)
bh.sleep "5ms"
before:set(2)
print(before:get())  -- expect: 2
