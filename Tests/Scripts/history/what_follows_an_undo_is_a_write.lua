-- Contract 7, 55: the cause of what an undo writes is `undo`; what an observer does then is its own write.
local bh = require "bindhost"
local m = bh.model("m", { a = 0, b = 0 })
local history = bh.history { cells = { m "a" } }
m "a":observe(function(v) m "b":set(v * 10) end)
m "b":observe(function(v, _, cause) print(v, cause.kind, cause.parent and cause.parent.kind) end)
-- expect: 0	initial	nil
m "a":set(1)      -- expect: 10	write	write
history:undo()    -- expect: 0	write	undo
