-- CONTRACT 0 and 48: links settle before any observer runs, in chains and rings too, and each cell changes once.
local bh = require "bindhost"
local a, b, c = bh.bindable(1), bh.bindable(0), bh.bindable(0)
local early = bh.combine({ a, b, c }, function(x, y, z) return ("%d %d %d"):format(x, y, z) end)
early:observe(function(v) print(v) end, { initial = false })
local runs = 0
bh.link(a, b)                            -- expect: 1 1 0
bh.link(b, c)                            -- expect: 1 1 1
bh.link(c, a)
local function agree() runs = runs + 1 assert(a:get() == b:get() and b:get() == c:get()) end
a:observe(agree) b:observe(agree) c:observe(agree)
c:set(7)                                 -- expect: 7 7 7
a:set(8)                                 -- expect: 8 8 8
b:set(9)                                 -- expect: 9 9 9
print(runs)                              -- expect: 12
