-- Contract 36.
local bh = require "bindhost"
local a, h = bh.bindable(1), nil
local scope = bh.scope("short", function() h = a:observe(function() end) end)
scope:close()
local ok, err = pcall(h.resume, h)
print(ok, err.id)  -- expect: false	bind.disposed
h:stop()
