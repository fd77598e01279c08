-- Contract 55: what an observer writes at its first delivery is no part of the write that comes after it.
local bh = require "bindhost"
local m = bh.model("m", { a = 0, b = 0, c = 0 })
local history = bh.history {}
local handle = m "a":observe(function(v) m "b":set(v + 100) end)
print(history "can_undo":get())           -- expect: true
m "c":set(1)
history:undo()
print(m "b":get(), m "c":get())           -- expect: 100	0
history:clear()
handle:pause()
m "a":set(1)
handle:resume()                           -- a late delivery is one too
m "c":set(2)
history:undo()
print(m "b":get(), m "c":get())           -- expect: 101	0
