-- Contract 55: what a transaction writes besides an undo is a new step, and clears redo; what follows from it is not.
local bh = require "bindhost"
local m = bh.model("m", { a = 0, b = 0, count = 0 })
local history = bh.history { cells = { m "a", m "b" } }
m "a":set(1)
bh.transaction(function() history:undo() m "b":set(5) end)
print(m "a":get(), m "b":get(), history "can_undo":get(), history "can_redo":get())   -- expect: 0	5	true	false
print(history:undo(), m "a":get(), m "b":get())      -- expect: true	0	0
print(history:undo())                                -- expect: false
-- the very cell that was undone, in a handler
history:clear()
m "b":set(1)
m "b":set(2)
bh.after("1ms", function() history:undo() m "b":set(7) end)
bh.sleep("20ms")
print(m "b":get(), history "can_redo":get())         -- expect: 7	false
print(history:undo(), m "b":get())                   -- expect: true	1
print(history:redo(), m "b":get())                   -- expect: true	7
-- back to what it was before the undo: no change for anybody else, and a step
history:clear()
m "b":set(8)
bh.transaction(function() history:undo() m "b":set(8) end)
print(history "can_redo":get(), history:undo(), m "b":get())   -- expect: false	true	7
-- what an observer writes because of the undo leaves redo as it is
local all = bh.history { cells = { m } }
m "a":observe(function() m "count":modify(function(n) return n + 1 end) end, { initial = false })
m "a":set(3)
all:undo()
print(m "a":get(), m "count":get(), all "can_undo":get(), all "can_redo":get())        -- expect: 0	1	false	true
print(all:redo(), m "a":get(), m "count":get())      -- expect: true	3	2
