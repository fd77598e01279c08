local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(0)
local link = bh.link(a, b)
link:pause()
a:set(2)
print(a:get(), b:get())                  -- expect: 2	1
link:resume()
print(a:get(), b:get())                  -- expect: 2	2
link:pause()
b:set(3)
link:resume()
print(a:get(), b:get())                  -- expect: 3	3
link:stop()
link:stop()
a:set(4) b:set(5)
print(a:get(), b:get())                  -- expect: 4	5
local scope = bh.scope("s", function() bh.link(a, b) end)
print(b:get())                           -- expect: 4
scope:close()
a:set(6)
print(b:get())                           -- expect: 4
