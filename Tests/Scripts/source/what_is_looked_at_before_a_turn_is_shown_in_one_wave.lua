-- Contract 3, 60: sources that are looked at before each turn and have changed together are seen together.
local bh = require "bindhost"
local outside = { a = 1, b = 1 }
local a = bh.source { poll = "turn", get = function() return outside.a end }
local b = bh.source { poll = "turn", get = function() return outside.b end }
bh.combine({ a, b }, function(x, y) return x == y and "equal " .. x or x .. " and " .. y end):observe(function(new) print(new) end)
-- expect: equal 1
outside.a, outside.b = 2, 2
bh.sleep "1ms"                                          -- expect: equal 2
outside.b = 3
bh.sleep "1ms"                                          -- expect: 2 and 3
