-- Contract 11, 30: also where no line of the script is there to raise it, a cycle of writes has a line.
local bh = require "bindhost"
local a, b = bh.bindable(0, { name = "a" }), bh.bindable(0, { name = "b" })
a:observe(function(v) b:set(v + 1) end, { initial = false })
b:observe(function(v) a:set(v + 1) end, { initial = false })
bh.on_error(function(err) print(err.id, tostring(err):match "%.lua:(%d+):") end)
bh.after(0, function() a:set(1) end)
bh.sleep "1ms"                                     -- expect: bind.cycle	4
bh.go(function() a:set(1000) end)
bh.sleep "1ms"                                     -- expect: bind.cycle	4
