-- Contract 15: no value is not nil; nothing is delivered until the first write.
local bh = require "bindhost"
local empty, is_nil = bh.bindable(), bh.bindable(nil)
print(empty:has_value(), empty:get())  -- expect: false	nil
print(is_nil:has_value(), is_nil:get())  -- expect: true	nil
empty:observe(function(new, old, cause) print("empty", new, old, cause.first) end)
is_nil:observe(function(new) print("is_nil", new) end)  -- expect: is_nil	nil
empty:set(5)  -- expect: empty	5	nil	true
empty:set(nil)  -- expect: empty	nil	5	nil
print(empty:has_value())  -- expect: true
