-- CONTRACT 44: also where the functions stand in a lens.
local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(0)
local lens = a:through { to = function(v) return v + 1 end, from = function(v) return v end }
local link = bh.link(lens, b)
print(a:get(), b:get(), link "status":get())   -- expect: 1	2	ok
b:set(5)                                       -- expect warning: bind.unstable
print(a:get(), b:get(), link "status":get(), link "error":get().id)   -- expect: 5	6	failed	bind.unstable
a:set(7)
print(b:get(), link "status":get())            -- expect: 8	ok
-- one that normalises is stable
local name, field = bh.bindable "x", bh.bindable ""
local upper = name:through { to = string.upper, from = string.lower }
local second = bh.link(upper, field)
field:set "abC"
print(name:get(), field:get(), second "status":get())   -- expect: abc	ABC	ok
