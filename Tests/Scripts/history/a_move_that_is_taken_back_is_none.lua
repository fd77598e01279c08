-- CONTRACT 11 and 55: an undo after which bindings go round without end is taken back with its wave: the steps are as they were.
local bh = require "bindhost"
bh.on_error(function() end)
local far, one, two = bh.bindable(0), bh.bindable(0), bh.bindable(0)
local history = bh.history { cells = { far } }
for _, value in ipairs { 1, 2, 7, 8 } do far:set(value) end
bh.bind(one, two, function(v) return v + 1 end)
bh.bind(bh.combine({ two, far }, function(v, n) return n < 5 and v + 1 or n end), one)
local function show() print(far:get(), history "can_undo":get(), history "can_redo":get()) end
history:undo() show()                                           -- expect: 7	true	true
for _ = 1, 2 do print(select(2, pcall(history.undo, history)).id) show() end
-- expect: bind.cycle
-- expect: 7	true	true
-- expect: bind.cycle
-- expect: 7	true	true
history:redo() show()                                           -- expect: 8	true	false
history:undo() show()                                           -- expect: 7	true	true
