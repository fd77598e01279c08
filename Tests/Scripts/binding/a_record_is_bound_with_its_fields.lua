-- CONTRACT 50, 55: whoever writes a field of a bound record writes what the binding writes.
local bh = require "bindhost"
local source, target = bh.model("source", { a = 1, b = 1 }), bh.model("target", { a = 0, b = 0 })
local history = bh.history { cells = { target } }
local binding = bh.bind(source, target)
source "a":set(2)
print(target "a":get(), history "can_undo":get())            -- expect: 2	false
print(select(2, pcall(bh.bind, bh.bindable(5), target "a")).id) -- expect: bind.two_writers
target "b":set(9)                                            -- expect warning: bind.overwritten
binding:stop()
local field = bh.bind(bh.bindable(5), target "a")
print(target "a":get())                                      -- expect: 5
print(select(2, pcall(bh.bind, source, target)).id)          -- expect: bind.two_writers
field:stop()
bh.bind(source, target)
print(target "a":get())                                      -- expect: 2
