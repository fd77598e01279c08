-- Contract 17, 19, 20: a touch that a callback makes is told in the wave after, also of a lens that is worked out in the present one; beside what two
-- callbacks put back it tells its own place alone; and it writes nothing: what another callback's function gives is judged as without it.
local bh = require "bindhost"
local m = bh.model("m", { a = 1, t = 0 })
local lens = m "a":through { to = function(v) return v + 100 end, from = function(v) return v - 100 end }
lens:observe(function(n, _, cause) print("lens", n, cause.kind) end, { initial = false })
m "t":observe(function(n) if n == 2 then lens:touch() end end)
bh.transaction(function()
  m "t":set(2)
  m "a":set(5)
end)
-- expect: lens	105	write
-- expect: lens	105	touch
bh.transaction(function() lens:touch() lens:touch() end)
-- expect: lens	105	touch
pcall(bh.transaction, function() lens:touch() error "no" end)
m "a":set(6)
-- expect: lens	106	write

for _, whole in ipairs { { 1, 1 }, { a = 1, b = 1 } } do
  local c, go = bh.bindable(whole), bh.bindable(0)
  local a, b = whole.a and c "a" or c "[1]", whole.a and c "b" or c "[2]"
  a:observe(function() print "a" end, { initial = false })
  b:observe(function(_, _, cause) print("b", cause.kind) end, { initial = false })
  local acts = { function() a:set(5) end, function() a:set(1) end, function() b:touch() end }
  for _, order in ipairs { { 1, 2, 3 }, { 1, 3, 2 }, { 3, 1, 2 } } do
    local all = {}
    for _, act in ipairs(order) do all[#all + 1] = go:observe(acts[act], { initial = false }) end
    go:set(go:get() + 1)
    for _, h in ipairs(all) do h:stop() end
  end
end
-- expect: b	touch
-- expect: b	touch
-- expect: b	touch
-- expect: b	touch
-- expect: b	touch
-- expect: b	touch

local other = bh.bindable(0)
local f = bh.model("f", { v = bh.field { default = 1, check = function(v) return v < 10, "too big" end } }) "v"
local go = bh.bindable(0)
go:observe(function() f:touch() end, { initial = false })
go:observe(function()
  other:set(5)
  print(f:modify(function(v) return v + 50 end) == nil)
end, { initial = false })
go:set(1)
print(other:get(), f:get())
-- expect: true
-- expect: 5	1
