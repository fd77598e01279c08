-- CONTRACT 27, 29: what a computed value raises is reported once, however many look at it and under whatever condition.
local bh = require "bindhost"
local x, on = bh.bindable(1), bh.bindable(true)
local c = x:map(function(v) if v > 1 then error("no " .. v) end return v end)
local a, b, d = bh.bindable(0), bh.bindable(0), bh.bindable(0)
local first = bh.bind(c, a)
local second = bh.bind(c, b, { when = on })
x:set(2)                                                  -- expect error: bind.transform_failed
print(first "status":get(), second "status":get())        -- expect: failed	failed
on:set(false)
on:set(true)
x:set(3)                                                  -- expect error: bind.transform_failed
x:set(1)
-- a condition that raises
local fails = x:map(function(v) if v > 1 then error "condition" end return true end)
first:stop()
second:stop()
bh.bind(x, b, { when = fails })
bh.bind(x, d, { when = fails })
x:set(4)                                                  -- expect error: bind.transform_failed
