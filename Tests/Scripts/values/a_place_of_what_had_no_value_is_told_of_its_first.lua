-- Contract 10, 15: a place in a bindable without a value has none; with the first value of the whole it has one, be it nil.
local bh = require "bindhost"
local whole = bh.bindable()
whole "x":observe(function(new, old, cause) print("x", new and new.y, old, cause.first) end)
whole "x.y":observe(function(new, old, cause) print("x.y", new, old, cause.first) end)
print(whole "x":has_value())                            -- expect: false
whole:set(nil)
-- expect: x	nil	nil	true
-- expect: x.y	nil	nil	true
print(whole "x":has_value())                            -- expect: true
whole:set { z = 1 }
whole:set { x = { y = 2 } }
-- expect: x	2	nil	nil
-- expect: x.y	2	nil	nil
