-- Contract 12: itself, over others, over declared inputs, at a distance, in an observer, in a transaction; a cycle that is
-- broken heals.
local bh = require "bindhost"
local function id(cell) local ok, err = pcall(cell.get, cell) return ok and cell:get() or err.id end
local self_reading
self_reading = bh.computed(function() return self_reading:get() end)
print(id(self_reading), id(self_reading))  -- expect: bind.cycle	bind.cycle
local far
local start = bh.computed(function() return far:get() + 1 end)
far = start
for _ = 1, 1000 do local p = far far = p:map(function(v) return v + 1 end) end
print(id(start), id(far))                  -- expect: bind.cycle	bind.cycle
-- it can be caught, and is then a value like another
local catching
catching = bh.computed(function() return pcall(function() return catching:get() end) and "?" or "caught" end)
print(id(catching))                        -- expect: caught
-- conditional: with an observer on it
local on, other = bh.bindable(false), nil
local value = bh.computed(function() if on:get() then return other:get() end return 1 end)
other = bh.computed(function() return value:get() + 1 end)
local fine = on:map(function(v) return "fine " .. tostring(v) end)
fine:observe(function(v) print(v) end)     -- expect: fine false
other:observe(function(v) print("other", v) end)  -- expect: other	2
bh.on_error(function(err) print(err.id, err.notes and #err.notes > 0) end)
on:set(true)
-- expect: fine true
-- expect: bind.cycle	true
print(id(other), id(value))                -- expect: bind.cycle	bind.cycle
on:set(false)
-- expect: fine false
print(id(other), id(value))                -- expect: 2	1
-- the path is closed and has the places
local _, err = pcall(self_reading.get, self_reading)
print((err.notes[1]:gsub("%(.-:(%d+)%)", " of line %1")))  -- expect: path: computed of line 6 → computed of line 6
-- seen through a write of a transaction, and gone again
print(pcall(bh.transaction, function() on:set(true) error(id(other), 0) end))  -- expect: false	bind.cycle
print(id(other), id(value))                -- expect: 2	1
