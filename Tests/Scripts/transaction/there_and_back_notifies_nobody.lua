-- Contract 19.
local bh = require "bindhost"
local a = bh.bindable(1)
a:observe(function(v) print("changed", v) end, { initial = false })
bh.transaction(function()
  a:set(2)
  a:set(1)
end)
print(a:get())  -- expect: 1
