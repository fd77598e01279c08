-- CONTRACT 16, 37: a link starts at the commit, and there its source wins, whatever was written before.
local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(2)
bh.transaction(function() b:set(20) bh.link(a, b) end)
print(a:get(), b:get())                        -- expect: 1	1
b:set(3)
print(a:get(), b:get())                        -- expect: 3	3
local e, f = bh.bindable(), bh.bindable(2)
bh.transaction(function() f:set(20) bh.link(e, f) end)
print(e:get(), f:get())                        -- expect: 20	20
local c, d = bh.bindable(1), bh.bindable(2)
bh.go(function()
  d:set(20)
  bh.link(c, d)
  bh.sleep "1ms"
  print(c:get(), d:get())                      -- expect: 1	1
end)
