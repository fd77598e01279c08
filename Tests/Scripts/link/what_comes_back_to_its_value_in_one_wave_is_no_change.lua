-- CONTRACT 48: each cell changes at most once for who observes it, also when both ends were written and the source wins.
local bh = require "bindhost"
local m = bh.model("m", { count = 0, tens = 0, shown = 0 })
bh.link(m "count", m "tens", { to = function(v) return v // 10 end, from = function(v) return v * 10 end })
bh.link(m "tens", m "shown")
for _, name in ipairs { "count", "tens", "shown" } do
  m(name):observe(function(new, old) print(name, new, old) end, { initial = false })
end
m("tens"):map(function(v) return v + 1 end):observe(function(v) print("tens + 1", v) end, { initial = false })
bh.transaction(function() m("count"):set(5) m("tens"):set(7) end)    -- expect: count	5	0
print(m("tens"):get(), m("shown"):get())                             -- expect: 0	0
bh.transaction(function() m("count"):set(25) m("shown"):set(7) end)
-- expect: count	25	5
-- expect: tens	2	0
-- expect: tens + 1	3
-- expect: shown	2	0
