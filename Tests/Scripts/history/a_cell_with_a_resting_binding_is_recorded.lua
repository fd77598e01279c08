-- Contract 49 and 55: a binding whose condition does not hold writes nothing, so what is written by hand is a step.
local bh = require "bindhost"
local m = bh.model("m", { gate = false, target = 0, source = 100 })
local history = bh.history { cells = { m "target" } }
bh.bind(m "source", m "target", { when = m "gate" })
m "target":set(5)
print(history "can_undo":get())                -- expect: true
m "gate":set(true)
m "source":set(101)
print(m "target":get())                        -- expect: 101
m "gate":set(false)                            -- what it covered comes back, which is no step
print(m "target":get())                        -- expect: 5
print(history:undo(), m "target":get())        -- expect: true	0
print(history:undo())                          -- expect: false
