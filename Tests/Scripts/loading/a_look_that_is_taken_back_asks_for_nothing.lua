-- Contract 22, L-6: an observer that is rolled back, or leaves within its turn, has made nothing begin.
local bh = require "bindhost"
local loads = 0
local x = bh.loadable("x", { load = function() loads = loads + 1 return loads end })
print((pcall(bh.transaction, function()
  x "value":observe(function(v) print("value", v) end)
  error("no")
end)))                                            -- expect: false
bh.sleep("5ms")
print(loads, x "face":get())                      -- expect: 0	idle
local handle = x "value":observe(function(v) print("value", v) end)
handle:stop()
bh.sleep("5ms")
print(loads, x "face":get())                      -- expect: 0	idle
local left = x "value":observe(function() print("nothing") end)
left:stop()
x "value":observe(function(v) print("value", v) end)
bh.sleep("5ms")                                   -- expect: value	1
print(loads, x "face":get())                      -- expect: 1	loaded
