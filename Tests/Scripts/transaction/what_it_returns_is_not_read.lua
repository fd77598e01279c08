-- Contract 21: a transaction returns what its function returns: the same tables, whatever is in them, and all of the values.
local bh = require "bindhost"
local mixed = setmetatable({ 1, 2, name = "both", inner = function() end }, { __index = { hidden = 1 } })
print(bh.transaction(function() return mixed end) == mixed, bh.untracked(function() return mixed end) == mixed)  -- expect: true	true
print(bh.transaction(function() return 1, nil, 3, 4, 5, 6 end))                         -- expect: 1	nil	3	4	5	6
print(bh.untracked(function() return 1, nil, 3 end))                                    -- expect: 1	nil	3
print(bh.all { function() return mixed end }[1] == mixed, bh.race { function() return mixed end } == mixed)      -- expect: true	true
print(bh.timeout("1s", function() return mixed, "second" end) == mixed)                 -- expect: true
bh.go(function() return mixed, mixed end)
bh.effect(function() return mixed end)
bh.after(0, function() return mixed end)
print(pcall(bh.transaction, function() return table.unpack({}, 1, 17) end))
-- expect: false	bind.value: what_it_returns_is_not_read.lua:12: a function may return 16 values here, not 17
