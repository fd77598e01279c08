-- Contract 9: through computed values and records too; everybody else reads the wave's committed values.
local bh = require "bindhost"
local go, n = bh.bindable(0), bh.bindable(1)
local m = bh.model("m", { pos = { x = 1, y = 1 }, list = { 1 } })
local double = n:map(function(v) return v * 2 end)
local quad = bh.computed(function() return double:get() * 2 end)
local watched = bh.computed(function() return n:get() + m("pos.x"):get() end)
watched:observe(function() end)
local function state()
  return n:get(), n:peek(), double:get(), quad:get(), watched:get(), m("pos"):get().x, m:get().pos.y, #m("list"):get()
end
go:observe(function(v)
  n:set(v)
  m("pos.x"):set(v)
  m("list"):push(2)
  print("writer", state())
  n:modify(function(old) return old + 1 end)
  print("writer", state())
  m:update { pos = { y = 8 } }
  print("writer", state())
end, { initial = false })
go:observe(function() print("other", state()) end, { initial = false })
bh.combine({ go }, function(v) return v end):observe(function() print("deep", state()) end, { initial = false })
n:observe(function() print("later", state()) end, { initial = false })
go:set(5)
-- expect: writer	5	5	10	20	10	5	1	2
-- expect: writer	6	6	12	24	11	5	1	2
-- expect: writer	6	6	12	24	11	5	8	2
-- expect: other	1	1	2	4	2	1	1	1
-- expect: deep	1	1	2	4	2	1	1	1
-- expect: later	6	6	12	24	11	5	8	2
