local bh = require "bindhost"
local crowd = bh.bindable(0)
for _ = 1, 1000 do crowd:observe(function() end) end
local a, b = bh.bindable(0, { name = "a" }), bh.bindable(0, { name = "b" })
local rounds = 0
local function more(v)
  rounds = rounds + 1
  return v + 1
end
bh.bind(a, b, { map = more })
bh.bind(b, a, { map = more })       -- expect warning: bind.cycle
print(rounds > 100, rounds < 1000)  -- expect: true	true
