-- Contract 41: update through a lens clears an optional field, as without one.
local bh = require "bindhost"
local m = bh.model("m", { r = { x = 1, o = bh.field { type = "integer", optional = true, default = 3 } } })
local view = m "r":through { to = function(v) return { w = v } end, from = function(v) return v.w end }
view:update { w = { x = 2, o = bh.null } }
print(m "r.x":get(), m "r.o":get())                     -- expect: 2	nil
m "r":reset()
bh.transaction(function() view:update { w = { o = bh.null } } end)
print(m "r.x":get(), m "r.o":get())                     -- expect: 1	nil
view:modify(function(v) v.w.x = 4 return v end)
print(m "r.x":get(), m "r.o":get())                     -- expect: 4	nil
-- A whole is written with what is missing in it.
view:set { w = { x = 5 } }
print(m "r.x":get(), m "r.o":get())                     -- expect: 5	3
