-- Contract 22, 55: to forget the steps in a transaction that fails forgets none.
local bh = require "bindhost"
local m = bh.model("m", { a = 0 })
local history = bh.history {}
m "a":set(1) m "a":set(2)
history:undo()
pcall(bh.transaction, function()
  history:clear()
  print(history:undo())                                       -- expect: false
  error "no"
end)
print(history "can_undo":get(), history "can_redo":get())      -- expect: true	true
print(history:redo(), m "a":get())                             -- expect: true	2
bh.transaction(function() history:clear() end)
print(history "can_undo":get(), history:undo())                -- expect: false	false
