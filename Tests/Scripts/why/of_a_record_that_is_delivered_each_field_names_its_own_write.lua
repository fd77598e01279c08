-- Contract 70: what a binding or link delivers as a whole record follows, field by field, from what has written its like there.
local bh = require "bindhost"
local a, b = bh.model("a", { r = { x = 1, y = 2, in_it = { z = 3 } } }), bh.model("b", { r = { x = 0, y = 0, in_it = { z = 0 } } })
local c, z = bh.model("c", { r = { x = 0, y = 0, in_it = { z = 0 } } }), bh.bindable(0)
bh.link(a "r", b "r")
bh.bind(b "r", c "r")
bh.bind(c "r.in_it.z", z)
local function writes(what)
  local chain = tostring(bh.why(what))
  return chain:match "write  →  (%S+)  %S+:(%d+)"
end
bh.transaction(function()
  a "r.x":set(6) -- line 13
  a "r.y":set(10)
  a "r.in_it.z":set(12)
end)
print(writes(c "r.x"))  -- expect: a.r.x	13
print(writes(c "r.y"))  -- expect: a.r.y	14
print(writes(z))        -- expect: a.r.in_it.z	15
bh.transaction(function()
  b "r.x":set(7) -- line 21
  b "r.y":set(11)
end)
print(writes(a "r.x"))  -- expect: b.r.x	21
print(writes(a "r.y"))  -- expect: b.r.y	22
print(writes(c "r.y"))  -- expect: b.r.y	22
print(writes(z))        -- expect: a.r.in_it.z	15
