local bh = require "bindhost"
bh.go(function() error { code = 7, why = "no fuel" } end)  -- expect error: script.error
-- expect stderr: error[script.error]: a table: {code = 7, why = "no fuel"}
local ring = { name = "ring" }
ring.ring = ring
bh.go(function() error(ring) end)                          -- expect error: script.error
-- expect stderr: error[script.error]: a table
bh.go(function() error(setmetatable({}, { __name = "reason" })) end)  -- expect error: script.error
-- expect stderr: error[script.error]: reason: 0x
