-- Contract 9: both callbacks read the cell and then write a plain value; the later one stands.
local bh = require "bindhost"
local go, total = bh.bindable(0), bh.bindable(0)
go:observe(function(v) total:set(total:get() + v) end, { initial = false })
go:observe(function(v) total:set(total:get() + v) end, { initial = false })
go:set(5)
print(total:get())  -- expect: 5
-- expect warning: bind.lost_update
