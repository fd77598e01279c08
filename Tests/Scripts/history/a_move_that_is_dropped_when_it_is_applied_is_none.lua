-- Contract 21, 55: of a callback whose writes are dropped when they are applied, also what it undid stays done.
local bh = require "bindhost"
local m = bh.model("m", { a = 0, x = 0, t = 0, u = 0 })
local h = bh.history { cells = { m "a" } }
local function fail() m "x":modify(function() error "no" end) end   -- expect error: script.error
for i = 1, 3 do m "a":set(i) end
h:undo()
print(m "a":get(), h "can_redo":get())        -- expect: 2	true
m "t":observe(function() h:undo() fail() end, { initial = false })
m "t":set(1)
print(h:redo(), m "a":get())                  -- expect: true	3
-- Two in one wave: both are dropped.
m "u":observe(function() h:undo() fail() end, { initial = false })   -- expect error: script.error
m "u":observe(function() h:undo() fail() end, { initial = false })   -- expect error: script.error
m "u":set(1)
print(m "a":get(), h "can_redo":get())        -- expect: 3	false
for _ = 1, 3 do print(h:undo(), m "a":get()) end
-- expect: true	2
-- expect: true	1
-- expect: true	0
for _ = 1, 3 do h:redo() end
print(m "a":get(), h "can_redo":get())        -- expect: 3	false
-- exit: 1
