-- Contract 20, 49: a touch of what a conditional binding follows is delivered while the condition holds, as without one.
local bh = require "bindhost"
for _, on in ipairs { bh.bindable(true), bh.bindable(false), false } do
  local x, t = bh.bindable(1), bh.bindable(0)
  bh.bind(x, t, on and { when = on } or nil)
  t:set(5)
  x:touch()
  print(t:get())
end
-- expect: 1
-- expect warning: bind.overwritten
-- expect: 5
-- expect: 1
-- expect warning: bind.overwritten
local list, at, open = bh.bindable { 1, 2 }, bh.bindable(0), bh.bindable(true)
local first = list:through { to = function(v) return v[1] end, from = function(v) return { v } end }
bh.bind(first, at, { when = open })
at:set(5)
first:touch()
print(at:get())
-- expect: 1
-- expect warning: bind.overwritten
-- What two callbacks put back is none.
local kept, shown, gate, go = bh.bindable(1), bh.bindable(0), bh.bindable(1), bh.bindable(0)
bh.bind(kept, shown, { when = gate })
go:observe(function() kept:set(5) end, { initial = false })
go:observe(function() kept:set(1) end, { initial = false })
shown:set(9)
go:set(1)
gate:set(2)
print(shown:get())
-- expect: 9
-- expect warning: bind.overwritten
