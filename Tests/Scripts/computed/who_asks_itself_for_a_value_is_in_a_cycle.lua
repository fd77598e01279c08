-- Contract 12: to ask whether there is a value is a read: a computed value that asks itself raises, directly or not, and others go on.
local bh = require "bindhost"
local own
own = bh.computed(function() return own:has_value() and 1 or 0 end)
print(select(2, pcall(own.get, own)).id)                   -- expect: bind.cycle
local a, b
a = bh.computed(function() return b:has_value() end)
b = bh.computed(function() return a:get() end)
print(select(2, pcall(a.get, a)).id)                       -- expect: bind.cycle
local n = bh.bindable()
local c = bh.computed(function() return n:has_value() end)
print(c:get())                                             -- expect: false
n:set(1)
print(c:get())                                             -- expect: true
-- Of a cell that is in a cycle of its own it can be asked.
local other
other = bh.computed(function() return other:get() end)
print(bh.computed(function() return other:has_value() end):get()) -- expect: false
