-- CONTRACT 3, 55: what can be undone and what can be redone are one statement.
local bh = require "bindhost"
local m = bh.model("m", { a = 0 })
local h = bh.history { cells = { m } }
m "a":set(1)
bh.combine({ h "can_undo", h "can_redo" }, function(undo, redo) return (undo and "undo" or "-") .. (redo and " redo" or " -") end)
  :observe(function(v) print(v) end)
-- expect: undo -
h:undo()                                  -- expect: - redo
h:redo()                                  -- expect: undo -
bh.transaction(function() h:undo() end)   -- expect: - redo
