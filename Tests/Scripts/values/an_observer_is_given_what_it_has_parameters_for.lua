-- A function gets the new value, the old one and the cause as far as it declares them; a variadic one gets all.
local bh = require "bindhost"
local cell = bh.bindable(1)

cell:observe(function() print("none") end)               -- expect: none
cell:observe(function(new) print("one", new) end)        -- expect: one	1
cell:observe(function(new, old) print("two", new, old) end)  -- expect: two	1	nil
cell:observe(function(new, old, cause) print("three", new, old, cause.kind) end)  -- expect: three	1	nil	initial
cell:observe(function(...) print("all", select("#", ...)) end)  -- expect: all	3
bh.bind(cell, function(new) print("bound", new) end, { map = function(value) return tostring(value) .. "!" end })  -- expect: bound	1!

cell:set(2)
-- expect: none
-- expect: one	2
-- expect: two	2	1
-- expect: three	2	1	write
-- expect: all	3
-- expect: bound	2!

-- What is no scalar goes another way.
cell:set("a text")
-- expect: none
-- expect: one	a text
-- expect: two	a text	2
-- expect: three	a text	2	write
-- expect: all	3
-- expect: bound	a text!
