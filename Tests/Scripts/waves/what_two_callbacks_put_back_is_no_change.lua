-- Contract 17, 19: the writes of one wave form the next one together; what they come to is what counts.
local bh = require "bindhost"
local go, x = bh.bindable(0), bh.bindable(3)
local m = bh.model("m", { x = 3 })
x:observe(function(new, old) print("x", old, new) end)             -- expect: x	nil	3
m:observe(function(new) print("m", new.x) end)                     -- expect: m	3
go:observe(function() x:set(1) m "x":set(1) end, { initial = false })
go:observe(function() x:set(3) m "x":set(3) end, { initial = false })
go:set(1)
print(x:get(), m "x":get())                                               -- expect: 3	3
-- so nothing goes round
local y, runs = bh.bindable(0), 0
y:observe(function() runs = runs + 1 y:modify(function() return 1 end) end, { initial = false })
y:observe(function() y:modify(function() return 0 end) end, { initial = false })
print(y:set(5), runs, y:get())                                     -- expect: true	2	0
-- a loadable that is written twice in one transaction tells what it comes to
local l = bh.loadable("l", { load = function() return 1 end })
l "value":observe(function(new, old) print("l", old, new) end)
l:await()                                                          -- expect: l	nil	1
bh.transaction(function() l:set(9) l:set(1) end)
print(l "value":get())                                             -- expect: 1
-- A field of a state too.
local kept, toggles = bh.state("kept", { on = false }, { store = "memory:" }), bh.bindable(0)
kept "on":observe(function(now, before) print("kept", now, before) end, { initial = false })
for _ = 1, 2 do toggles:observe(function() kept "on":toggle() end, { initial = false }) end
toggles:set(1)
print(kept "on":get())                                     -- expect: false
