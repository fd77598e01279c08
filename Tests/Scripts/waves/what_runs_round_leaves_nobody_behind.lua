-- CONTRACT 10 and 11: bindings that write each other without end are stopped; whoever observes what they left hears of
-- it, and once one of them has gone the other works.
local bh = require "bindhost"
bh.on_error(function() end)
local x, y, c = bh.bindable(0), bh.bindable(0), bh.bindable(0)
local seen_x, seen_c
x:observe(function(v) seen_x = v end)
c:observe(function(v) seen_c = v end)
bh.bind(x, y, function(v) return v + 1 end)
local back = bh.bind(y, x, function(v) return v + 1 end)
local ok, err = pcall(bh.transaction, function()
  x:set(2)
  c:set(5)
end)
print(ok, err.id, seen_x == x:get(), seen_c, c:get())      -- expect: false	bind.cycle	true	5	5
back:stop()
x:set(5)
print(x:get(), y:get(), seen_x)                            -- expect: 5	6	5
x:set(6)
print(x:get(), y:get(), seen_x)                            -- expect: 6	7	6
