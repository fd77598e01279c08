-- Contract 70, 7: several writes of one transaction to places of one value are told by their own lines.
local bh = require "bindhost"
local m = bh.model("m", { l = { { v = 0, w = 0 }, { v = 0 } }, map = bh.field { type = "map", default = bh.record {} }, r = { x = 0, y = 0 } })
bh.transaction(function()
  m "l[1].v":set(1)
  m "l[2].v":set(2)
  print(m "l[1].v":why().line, m "l[2].v":why().line)       -- expect: 5	6
end)
print(m "l[1].v":why().line, m "l[2].v":why().line)         -- expect: 5	6
bh.transaction(function()
  m "l[1].v":set(10)
  m "l[1]":set { v = 11, w = 1 }
  m "l[2].v":set(20)
end)
print(m "l[1].v":why().line, m "l[1]":why().line, m "l[2].v":why().line)      -- expect: 12	12	13
m "l[1].v":observe(function(_, _, cause) print("told", cause.line) end, { initial = false })
bh.transaction(function()
  m "l[1].v":set(100)
  m "l[2].v":set(200)                             -- expect: told	18
end)
bh.transaction(function()
  m "map.a":set(1)
  pcall(bh.transaction, function() m "map.a":set(5) error "no" end)
  bh.transaction(function() m "map.b":set(1) end)
end)
print(m "map.a":why().line, m "map.b":why().line)           -- expect: 22	24
-- What is written again as it is keeps its line.
bh.transaction(function()
  m "r.x":set(5)
  m "r":modify(function(r) r.y = 1 return r end)
end)
print(m "r.x":why().line, m "r.y":why().line)     -- expect: 29	30
