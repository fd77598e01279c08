-- Contract 4, 10: what `distinct` has shown to those who have left, and who has read it since, decides nothing.
local bh = require "bindhost"
local function near(a, b) return math.abs(a - b) < 5 end
for _, reads in ipairs { false, true } do
  local x, other = bh.bindable(1), bh.bindable(0)
  local d = x:distinct(near)
  local twice = d:map(function(v) return 2 * v end)
  local function look() if reads then print(d:get() == x:get(), twice:get() == 2 * x:get()) end end
  local function set(v) x:set(v) look() end
  local h = d:observe(function(v) print("first", v) end)
  x:set(4)
  print(d:get(), twice:get())
  h:stop()
  look()
  set(100) set(3)
  other:set(1)
  local second = twice:observe(function(v) print("second", v) end)
  print(d:get())
  x:set(7) x:set(8)
  second:stop()
  look()
  -- Nothing has changed since it was read last.
  d:observe(function(v) print("third", v) end, { initial = false })
  x:set(12) x:set(13)
end
-- expect: first	1
-- expect: 1	2
-- expect: second	6
-- expect: 3
-- expect: second	16
-- expect: third	13
-- expect: first	1
-- expect: 1	2
-- expect: true	true
-- expect: true	true
-- expect: true	true
-- expect: second	6
-- expect: 3
-- expect: second	16
-- expect: true	true
-- expect: third	13
