-- Contract 28: ten in a row, then `bind.suspended`; `resume` re-arms.
local bh = require "bindhost"
local a, runs, ids = bh.bindable(0), 0, {}
bh.on_error(function(err) ids[#ids + 1] = err.id or "raised" end)
local h = a:observe(function() runs = runs + 1 error "again" end, { initial = false })
for i = 1, 20 do a:set(i) end
print(runs, ids[#ids])  -- expect: 10	bind.suspended
h:resume()  -- delivers what was missed
print(runs)  -- expect: 11
a:set(100)
print(runs)  -- expect: 12
