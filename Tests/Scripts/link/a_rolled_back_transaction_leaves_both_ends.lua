-- CONTRACT 21 to 23
local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(0)
bh.link(a, b)
pcall(bh.transaction, function()
  b:set(9)
  error("no")
end)
print(a:get(), b:get())                  -- expect: 1	1
local c = bh.bindable("c")
pcall(bh.transaction, function()
  bh.link(a, c)
  error("no")
end)
a:set(2)
print(a:get(), b:get(), c:get())         -- expect: 2	2	c
bh.transaction(function()
  bh.link(a, c)
  print(c:get())                         -- expect: c
end)
print(c:get())                           -- expect: 2
