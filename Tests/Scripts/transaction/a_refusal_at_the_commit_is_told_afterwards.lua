-- Contract 21, 0, 27: what is refused while a transaction commits is reported when all of it stands, and changes nothing in it.
local bh = require "bindhost"
local x, y = bh.bindable(0), bh.bindable(0)
local is_open = false
local s = bh.source { name = "s", order = "reject", get = function() return 0 end, set = function() repeat bh.sleep "1ms" until is_open return true end }
local sum = bh.combine({ x, y }, function(a, b) return a .. "/" .. b end)
sum:observe(function(text) print("sum " .. text) end)        -- expect: sum 0/0
local h = bh.history { cells = { x, y } }
bh.go(function() s:set(1) end)
repeat bh.sleep "1ms" until s "$pending":get() > 0
bh.on_error(function(err) print(err.id, x:get(), y:get()) x:set(9) end)
bh.transaction(function() x:set(1) s:set(2) y:set(1) end)
-- expect: sum 1/1
-- expect: source.busy	1	1
-- expect: sum 9/1
h:undo()                                                     -- expect: sum 0/0
is_open = true
