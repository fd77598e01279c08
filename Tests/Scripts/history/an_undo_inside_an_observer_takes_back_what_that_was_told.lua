-- CONTRACT 55: for an observer that takes a step back the write that it is told of is the last step.
local bh = require "bindhost"
local m = bh.model("m", { c = 0, d = "" })
local h = bh.history { cells = { m } }
local guard = m "c":observe(function(v) if v > 50 then print("too much", h:undo()) end end, { initial = false })
m "c":set(1)
m "c":set(2)
m "c":set(77)                                  -- expect: too much	true
print(m "c":get())                             -- expect: 2
print(h:undo(), m "c":get())                   -- expect: true	1
print(h:undo(), m "c":get(), h:undo())         -- expect: true	0	false
print(h:redo(), h:redo(), m "c":get())         -- expect: true	true	2
-- All of its transaction, and what was written besides stays a step.
bh.transaction(function() m "c":set(88) m "d":set "with it" end)   -- expect: too much	true
print(m "c":get(), m "d":get())                -- expect: 2	
guard:stop()
m "c":observe(function(v) if v > 50 then h:undo() m "d":set "noted" end end, { initial = false })
m "c":set(99)
print(m "c":get(), m "d":get())                -- expect: 2	noted
print(h:undo(), m "c":get(), m "d":get())      -- expect: true	2	
print(h:undo(), m "c":get())                   -- expect: true	1
-- One that raises afterwards has taken nothing back.
bh.on_error(function() end)
m "c":observe(function(v) if v == 50 then h:undo() error "no" end end, { initial = false })
m "c":set(50)
print(m "c":get(), h:undo(), m "c":get())      -- expect: 50	true	1
