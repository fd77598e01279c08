-- CONTRACT 55: undo and redo over transactions, each itself a transaction with cause `undo`.
local bh = require "bindhost"
local m = bh.model("m", { a = 1, b = { c = "x" }, list = {} })
local h = bh.history()
m("a"):observe(function(new, old, cause) print("a", new, old, cause.kind, cause.label) end)   -- expect: a	1	nil	initial	nil
local function show() print(m("a"):get(), m("b.c"):get(), #m("list"):get(), h("can_undo"):get(), h("can_redo"):get()) end
m("a"):set(2)                            -- expect: a	2	1	write	nil
bh.transaction({ label = "both" }, function()
  m("a"):set(3) m("b.c"):set("y") m("list"):push(1)
end)                                     -- expect: a	3	2	write	both
show()                                   -- expect: 3	y	1	true	false
print(h:undo())                          -- expect: a	2	3	undo	undo
                                         -- expect: true
show()                                   -- expect: 2	x	0	true	true
h:redo()                                 -- expect: a	3	2	undo	redo
show()                                   -- expect: 3	y	1	true	false
h:undo()                                 -- expect: a	2	3	undo	undo
h:undo()                                 -- expect: a	1	2	undo	undo
print(h:undo())                          -- expect: false
show()                                   -- expect: 1	x	0	false	true
m("b.c"):set("new")                      -- a new write clears redo
print(h:redo())                          -- expect: false
show()                                   -- expect: 1	new	0	true	false
h:clear()
show()                                   -- expect: 1	new	0	false	false
