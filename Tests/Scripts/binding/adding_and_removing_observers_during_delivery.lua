-- Contract 35.
local bh = require "bindhost"
local a = bh.bindable(1)
local second
a:observe(function(v)
  if v == 2 then
    second:stop()
    a:observe(function(w) print("added", w) end)
  end
end)
second = a:observe(function(v) print("second", v) end)  -- expect: second	1
a:observe(function(v) print("third", v) end)  -- expect: third	1
a:set(2)
-- expect: third	2
-- expect: added	2
a:set(3)
-- expect: third	3
-- expect: added	3
