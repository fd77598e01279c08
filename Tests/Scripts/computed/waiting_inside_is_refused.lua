-- Contract 13.
local bh = require "bindhost"
local bad = bh.computed(function() bh.sleep(0.01) return 1 end)
local ok, err = pcall(bad.get, bad)
print(ok, err.id)  -- expect: false	bind.yield
