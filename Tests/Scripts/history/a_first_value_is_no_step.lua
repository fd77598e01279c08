-- Contract 15 and 55: a cell has no value until the first one, and never loses it again: its steps begin there.
local bh = require "bindhost"
local empty, n = bh.bindable(), bh.bindable(0)
local history = bh.history { cells = { empty, n } }
empty:set(1)
print(history "can_undo":get())                -- expect: false
empty:set(2)
print(history:undo(), empty:get())             -- expect: true	1
local other = bh.bindable()
local second = bh.history { cells = { other, n } }
bh.transaction(function() other:set(1) n:set(100) end)
print(second:undo(), other:get(), n:get())     -- expect: true	1	0
print(second:redo(), other:get(), n:get())     -- expect: true	1	100
