-- CONTRACT 18, 48: where every write counts as a change, once round is enough.
local bh = require "bindhost"
local n, runs = {}, 0
for i = 1, 3 do n[i] = bh.bindable(0, { equals = "never" }) end
bh.link(n[1], n[2])
bh.link(n[2], n[3])
local last = bh.link(n[3], n[1])
n[2]:observe(function() runs = runs + 1 end, { initial = false })
n[1]:set(5)
print(n[1]:get(), n[2]:get(), n[3]:get(), last "status":get(), runs)   -- expect: 5	5	5	ok	1
n[1]:set(5)
print(runs)                                    -- expect: 2
