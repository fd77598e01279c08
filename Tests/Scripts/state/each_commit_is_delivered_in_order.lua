local bh = require "bindhost"
local n = bh.state("n", 0, { store = "memory:" })
local seen, olds = {}, {}
n:observe(function(new, old) seen[#seen + 1] = new olds[#olds + 1] = tostring(old) end)
for i = 1, 5 do n:modify(function(v) return v + 1 end) end
n:set(5)                                                 -- equal: no change
bh.transaction(function() for i = 1, 5 do n:modify(function(v) return v + 10 end) end end)
print(table.concat(seen, " "))                           -- expect: 0 1 2 3 4 5 55
print(table.concat(olds, " "))                           -- expect: nil 0 1 2 3 4 5
n:touch()
print(table.concat(seen, " "))                           -- expect: 0 1 2 3 4 5 55 55
-- functions held by observers run one after the other, on the value of that moment
local other = bh.state("other", 0, { store = "memory:" })
n:observe(function() other:modify(function(v) return v + 1 end) end, { initial = false })
n:observe(function() other:modify(function(v) return v * 10 end) end, { initial = false })
n:set(0)
print(other:get())                                       -- expect: 10
