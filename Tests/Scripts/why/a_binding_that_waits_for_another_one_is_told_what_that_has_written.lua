-- Contract 7, 55, 70: a binding whose condition begins in the wave in which another one writes its source has its turn after that, and is told why; so a step
-- back that brings both about is one that can be made again.
local bh = require "bindhost"
local m, on = bh.model("m", { first = 1, second = 2 }), bh.bindable(false)
bh.bind(m "second", m "first", { when = on })
bh.bind(bh.bindable(49), m "second", { when = on })
local history = bh.history { cells = { m, on } }
on:set(true)
local _, causes = tostring(bh.why(m "first")):gsub("caused by", "")
print(m "first":get(), causes)                                        -- expect: 49	3
bh.transaction(function()
  on:set(false)
  m "first":set(0)
end)
history:undo()
print(m "first":get(), on:get(), history "can_redo":get())            -- expect: 49	true	true
history:redo()
print(m "first":get(), on:get(), history "can_undo":get())            -- expect: 0	false	true
history:undo()
history:undo()
print(m "first":get(), on:get(), history "can_undo":get())            -- expect: 1	false	false
