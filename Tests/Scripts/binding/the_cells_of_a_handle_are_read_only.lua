local bh = require "bindhost"
local a, t = bh.bindable(1), bh.bindable(0)
local handle = bh.bind(a, t)
local status = handle "status"
print(status:writable(), select(2, pcall(status.set, status, "no")).id)   -- expect: false	bind.read_only
print(select(2, pcall(bh.bind, a, status)).id)            -- expect: bind.read_only
print(select(2, pcall(bh.bind, a, bh.bindable(0), { priority = 0 / 0 })).id)   -- expect: bind.argument
