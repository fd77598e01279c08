-- CONTRACT 11b: declared inputs too, first looked at from the far end, bound, and let go of again.
local bh = require "bindhost"
local source, target = bh.bindable(0), bh.bindable()
local function plus_one(v) return v + 1 end
local cell = source
for _ = 1, 10000 do cell = cell:map(plus_one) end
print(cell:get())                        -- expect: 10000
bh.sleep(0)
local binding = bh.bind(cell, target)
source:set(5)
print(target:get())                      -- expect: 10005
binding:stop()
cell = nil
collectgarbage()
print(#tostring(source:map(plus_one):map(plus_one)) < 300)   -- expect: true
