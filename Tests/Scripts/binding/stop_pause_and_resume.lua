-- Contract 33: nothing starts after stop; stopping twice is fine.
local bh = require "bindhost"
local a, out = bh.bindable(1), bh.bindable(0)
local h = bh.bind(a, out)
h:pause()
a:set(2)
print(out:get())  -- expect: 1
h:resume()
print(out:get())  -- expect: 2
h:stop()
h:stop()
a:set(3)
print(out:get())  -- expect: 2
local seen
do
  local handle <close> = a:observe(function(v) seen = v end)
end
a:set(4)
print(seen)  -- expect: 3
