-- Contract 24, 55: what the host tells of while a transaction is open ends no step and takes no move along.
local bh = require "bindhost"
local m = bh.model("m", { a = 0 })
local history = bh.history {}
local box = bh.loadable("box", { load = function() return 1 end })
box "value":observe(function() end)
local function show() print(m "a":get(), history "can_undo":get(), history "can_redo":get()) end
m "a":set(1) m "a":set(2) m "a":set(3)
bh.transaction(function()
  history:undo()
  box:refresh()
end)
show()                           -- expect: 2	true	true
print(history:redo()) show()     -- expect: true
                                 -- expect: 3	true	false
local done = false
bh.after(0, function()
  history:undo()
  box:refresh()
  done = true
end)
while not done do bh.sleep "1ms" end
show()                           -- expect: 2	true	true
print(history:undo()) show()     -- expect: true
                                 -- expect: 1	true	true
-- What a source is asked and answers at once, whatever becomes of the transaction.
local asked = 0
local src = bh.source { get = function() asked = asked + 1 return asked end }
src:observe(function() end)
history:redo() history:redo()
bh.transaction(function()
  history:undo()
  src:refresh()
end)
show()                           -- expect: 2	true	true
print(history:redo(), asked) show() -- expect: true	3
                                 -- expect: 3	true	false
bh.transaction(function()
  src:refresh()
  history:undo()
  src:refresh()
  history:undo()
end)
show()                           -- expect: 1	true	true
-- A savepoint that is dropped takes its own move along only.
history:redo() history:redo()
bh.transaction(function()
  history:undo()
  pcall(bh.transaction, function() history:undo() error "no" end)
end)
show()                           -- expect: 2	true	true
print(history:undo()) show()     -- expect: true
                                 -- expect: 1	true	true
