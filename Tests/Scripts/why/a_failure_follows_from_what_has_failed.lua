-- Contract 70: why of what could not be computed leads to the write that made it fail, not to a later one of another input.
local bh = require "bindhost"
local m = bh.model("m", { a = 1, b = 1 })
local double = bh.computed(function() return m "a":get() * 2 end)
local checked = bh.computed(function()
  if m "b":get() == 0 then error("b is zero", 0) end
  return m "b":get()
end)
local sum = bh.computed(function() return double:get() + checked:get() end)
bh.on_error(function() end)
sum:observe(function() end)
m "b":set(0)
m "a":set(2)
print((tostring(sum:why()):match "write[^\n]*:(%d+)"))
m "b":set(1)
print((tostring(sum:why()):match "write[^\n]*:(%d+)"))
-- expect: 12
-- expect: 15
