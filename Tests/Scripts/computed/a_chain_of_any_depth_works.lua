-- Contract 11b: tracked inputs, first read at the far end.
local bh = require "bindhost"
local first = bh.bindable(0)
local last = first
for _ = 1, 3000 do
  local previous = last
  last = bh.computed(function() return previous:get() + 1 end)
end
print(last:get())  -- expect: 3000
first:set(1)
print(last:get())  -- expect: 3001
