-- Contract 55: what a cell's own rules refuse by now is nil and an error, as where it is written; the step stays.
local bh = require "bindhost"
local limit
local m = bh.model("m", { v = bh.field { default = 1, check = function(v) return limit == nil or v >= limit, "too low" end }, w = 1 })
local history = bh.history { cells = { m } }
bh.transaction(function() m "w":set(2) m "v":set(5) end)
limit = 3
local ok, err = history:undo()
print(ok, err.id, m "v":get(), m "w":get())             -- expect: nil	bind.invalid	5	2
print(history "can_undo":get(), history "can_redo":get())   -- expect: true	false
-- In a transaction too, which goes on.
bh.transaction(function()
  print(select(2, history:undo()).id)                   -- expect: bind.invalid
  m "w":set(3)
end)
print(m "v":get(), m "w":get())                         -- expect: 5	3
limit = nil
print(history:undo(), history:undo(), history:undo(), m "v":get(), m "w":get())   -- expect: true	true	false	1	1
limit = 9
print(select(2, history:redo()).id, history "can_redo":get())   -- expect: bind.invalid	true
