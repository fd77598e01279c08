-- Contract 24, 26: an undo joins the transaction around it, whose label its observers see; the undo's own where that has none.
local bh = require "bindhost"
local c = bh.bindable(0)
local history = bh.history { cells = { c } }
c:set(1)
c:set(2)
c:observe(function(v, _, cause)
  print(v, cause.kind, cause.label, cause.metadata and cause.metadata.speed)
end, { initial = false })
bh.transaction({ label = "Back", speed = "slow" }, function() history:undo() end)   -- expect: 1	undo	Back	slow
bh.transaction({ label = "Forth" }, function() history:redo() end)                  -- expect: 2	undo	Forth	nil
bh.transaction({ speed = "fast" }, function() history:undo() end)                   -- expect: 1	undo	undo	fast
bh.transaction(function() history:undo() end)                                       -- expect: 0	undo	undo	nil
history:redo()                                                                      -- expect: 1	undo	redo	nil
-- What an observer takes back is no part of what it was told of.
local again = bh.bindable(false)
again:observe(function(v) if v then history:redo() end end)
bh.transaction({ label = "Again" }, function() again:set(true) end)                 -- expect: 2	undo	redo	nil
