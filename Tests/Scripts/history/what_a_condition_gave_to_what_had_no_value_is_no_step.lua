-- Contract 49, 55: what a conditional binding gives to a target without value, and that it has none again, is no step; those of the target begin
-- with its first value by hand.
local bh = require "bindhost"
local target, source, when = bh.bindable(), bh.bindable(5), bh.bindable(true)
local history = bh.history { cells = { target } }
local binding = bh.bind(source, target, { when = when })
source:set(6)
when:set(false)
print(target:has_value(), history "can_undo":get())   -- expect: false	false
when:set(true)
binding:stop()
print(target:has_value(), history "can_undo":get())   -- expect: false	false
bh.transaction(function() bh.bind(source, target, { when = when }):stop() end)
print(target:has_value(), history "can_undo":get())   -- expect: false	false
target:set(1)
target:set(2)
history:undo()
print(target:get(), history "can_undo":get())         -- expect: 1	false
history:redo()
print(target:get())                                   -- expect: 2
