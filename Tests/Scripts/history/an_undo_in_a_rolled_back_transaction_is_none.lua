-- CONTRACT 22 and 55
local bh = require "bindhost"
local m = bh.model("m", { a = 1 })
local h = bh.history { limit = 2 }
for i = 2, 4 do m("a"):set(i) end
pcall(bh.transaction, function() h:undo() print("inside", m("a"):get()) error("no") end)   -- expect: inside	3
print(m("a"):get(), h("can_undo"):get(), h("can_redo"):get())   -- expect: 4	true	false
bh.transaction(function() h:undo() h:undo() end)
print(m("a"):get(), h("can_undo"):get(), h("can_redo"):get())   -- expect: 2	false	true
print(h:redo(), h:redo(), h:redo(), m("a"):get())               -- expect: true	true	false	4
-- what raises is no step
pcall(bh.transaction, function() m("a"):set(9) error("no") end)
h:undo()
print(m("a"):get())                                             -- expect: 3
