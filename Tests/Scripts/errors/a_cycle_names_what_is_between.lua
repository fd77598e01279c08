-- CONTRACT 11: the path is closed, goes over the computed values between two writes, and is told without the middle of a long one.
local bh = require "bindhost"
local function path(cell)
  local _, err = pcall(cell.set, cell, 1)
  return (err.notes[1]:gsub("%(%S-(:%d+)%)", "(%1)")), err.notes[2]
end
local a = bh.bindable(0, { name = "a" })
local double = bh.computed(function() return a:get() % 1000 * 2 end)
a:observe(function() end, { initial = false })
double:map(function(v) return v + 1 end):observe(function(v) a:set(v) end, { initial = false })
print(path(a))                -- expect: path: a (:10) → computed(:8) → computed(:8):map(:10) → a (:10)	nil
-- a place in a model is seen by whoever looks at the whole, also by an effect
local m = bh.model("m", { x = 0, y = 0 })
local sum = bh.computed(function() return m:get().x + m "y":get() end)
bh.effect(function() if sum:get() > 0 then m "x":set(sum:get() + 1) end end)
print(path(m "x"))            -- expect: path: m.x (:15) → computed(:14) → m.x (:15)	nil
-- what a binding follows; its condition is its own
local p, q, on = bh.bindable(0, { name = "p" }), bh.bindable(0, { name = "q" }), bh.bindable(true, { name = "on" })
bh.bind(p:map(function(v) return v + 1 end), q, { when = on })
bh.bind(q, p, { initial = false })
print(path(p))                -- expect: path: p (:20) → p:map(:19) → q (:19) → p (:20)	nil

local function ring(n, connect)
  local cells = {}
  for i = 1, n do cells[i] = bh.bindable(0, { name = "c" .. i }) end
  for i = 1, n do connect(cells[i], cells[i % n + 1]) end
  local text, note = path(cells[1])
  local hops = {}
  for hop in (text .. " → "):gsub("^path: ", ""):gmatch "(.-) → " do hops[#hops + 1] = hop:gsub(" %(.*", "") end
  print(#hops, hops[1] == hops[#hops], hops[11], note)
end
-- bindings write all of it in one wave
ring(200, function(from, to) bh.bind(from, to, { initial = false, map = function(v) return v + 1 end }) end)
-- expect: 19	true	… 183 more …	nil
-- observers take a wave for each hop: 100 close a ring of 80, and not one of 150
local function observe(from, to) from:observe(function(v) to:set(v + 1) end, { initial = false }) end
ring(80, observe)             -- expect: 19	true	… 63 more …	nil
ring(150, observe)
-- expect: 19	false	… 82 more …	it has not come back to where it was within 100 waves: the ring is longer, or what is written is new each time

-- A transaction on the way is no hop: it has written nothing itself.
do
  local a, b = bh.bindable(0, { name = "a" }), bh.bindable(0, { name = "b" })
  a:observe(function(v) bh.transaction({ label = "L" }, function() b:set(v + 1) end) end, { initial = false })
  b:observe(function(v) a:set(v + 1) end, { initial = false })
  local path = path(a)
  print((path:gsub("%b()", "()")))                      -- expect: path: b () → a () → b ()
end
