-- Contract 55: undo and redo in one transaction come to nothing; the next write is a step like any other.
local bh = require "bindhost"
local m = bh.model("m", { a = 0 })
local history = bh.history {}
m "a":set(1)
bh.transaction(function()
  history:undo()
  history:redo()
end)
m "a":set(9)
print(history:undo(), m "a":get())        -- expect: true	1
print(history:undo(), m "a":get())        -- expect: true	0
print(history:undo())                     -- expect: false
