-- Contract 3: one arm is a cell, the other a long chain; every observer and every function sees both of one moment.
local bh = require "bindhost"
local a = bh.bindable(1)
local long = a
for i = 1, 20 do
  local previous = long
  long = i % 2 == 0 and previous:map(function(v) return v + 1 end)
    or bh.computed(function() return previous:get() + 1 end)
end
local torn, seen = 0, {}
local function check(short, far) if far ~= short + 20 then torn = torn + 1 end return far end
local both = bh.computed(function() return check(a:get(), long:get()) end)
local other = bh.computed(function() local far = long:get() return check(a:get(), far) end)
local declared = bh.combine({ long, a }, function(far, short) return check(short, far) end)
a:observe(function(v) check(v, long:get()) end)
bh.effect(function() check(a:get(), long:get()) end)
both:observe(function(v) seen[#seen + 1] = v end)
other:observe(function(v) check(v - 20, long:get()) end)
declared:observe(function(v) check(a:get(), v) end)
for i = 2, 5 do a:set(i) end
print(torn, table.concat(seen, " "))  -- expect: 0	21 22 23 24 25
