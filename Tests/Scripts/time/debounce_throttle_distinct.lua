-- CONTRACT 54 in real time (TimeTests has the exact instants): the pending delivery keeps the script alive.
local bh = require "bindhost"
local x = bh.bindable(0)
x:debounce("20ms"):observe(function(v, old) print("debounced", v, old) end)   -- expect: debounced	0	nil
for i = 1, 5 do x:set(i) end                                                  -- expect: equal	1
local never = bh.bindable(1, { equals = "never" })                            -- expect: tens	1
never:distinct():observe(function(v) print("equal", v) end)                   -- expect: equal	2
never:distinct(function(a, b) return a // 10 == b // 10 end):observe(function(v) print("tens", v) end)
never:set(1)                                                                  -- expect: equal	12
never:set(2)                                                                  -- expect: tens	12
never:set(12)                                                                 -- expect: debounced	5	0
