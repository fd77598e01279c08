-- Contract 51: a key that is removed from a map in a map is a place that has gone, not a field that is nil.
local bh = require "bindhost"

local m = bh.model("m", { loads = bh.field { type = "map", of = "map", default = { a = { cpu = 1, io = 2 } } } })
local cpu = m "loads.a.cpu"
cpu:observe(function(new) print("cpu", new) end, { initial = false })
m "loads":set { a = { io = 3 } }
print(cpu:get(), cpu:detached())
-- expect: 1	true
local _, err = pcall(function() cpu:set(5) end)
print(err.id)
-- expect: bind.detached
m "loads":set { a = { cpu = 1, io = 3 } }
print(cpu:get(), cpu:detached())
-- expect: 1	false
cpu:set(7)
-- expect: cpu	7
-- A key that has never been there is made by a write.
m "loads.a.gpu":set(4)
print(m "loads":get().a.gpu)
-- expect: 4
