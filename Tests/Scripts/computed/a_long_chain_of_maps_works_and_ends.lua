-- CONTRACT 11b: declared inputs too, first looked at from the far end, bound, and let go of again.
local bh = require "bindhost"
local source, target = bh.bindable(0), bh.bindable()
local function plus_one(v) return v + 1 end
local cell = source
for i = 1, 5000 do
  cell = cell:map(plus_one)
  if i % 500 == 0 then bh.sleep(0) end  -- far from the time limit, however slow the machine
end
print(cell:get())                        -- expect: 5000
bh.sleep(0)
local binding = bh.bind(cell, target)
bh.sleep(0)
source:set(5)
print(target:get())                      -- expect: 5005
binding:stop()
cell = nil
collectgarbage()
print(#tostring(source:map(plus_one):map(plus_one)) < 300)   -- expect: true
