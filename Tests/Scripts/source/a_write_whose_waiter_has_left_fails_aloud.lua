-- LUA_API: no error is silent. Nobody waits any more for a write that fails: it is reported.
local bh = require "bindhost"
bh.on_error(function(err) print(err.message) end)
local s = bh.source { get = function() return 0 end, set = function() bh.sleep "3ms" return nil, "late failure" end }
bh.go(function() local _, err = bh.timeout("1ms", function() return s:set(1) end) print(err.id) end)
repeat bh.sleep "1ms" until s "$pending":get() > 0
repeat bh.sleep "1ms" until s "$pending":get() == 0
-- expect: load.timeout
-- expect: late failure
