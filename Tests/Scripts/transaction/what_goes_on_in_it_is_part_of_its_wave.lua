-- Contract 0, 2, 21: what goes on in a transaction is part of its wave: no observer sees the ends of a link disagree, and each is told once.
-- expect: link	1	1
-- expect: link	5	5
-- expect: two links	1	1	1
-- expect: two links	5	5	5
-- expect: bind	1	1
-- expect: bind	6	6
-- expect: record	6	7
-- expect: paused	2	0
-- expect: both	2
local bh = require "bindhost"
do
  local a, b = bh.bindable(1), bh.bindable(1)
  local handle = bh.link(a, b)
  a:observe(function(v) print("link", v, b:get()) end)
  handle:pause()
  bh.transaction(function()
    a:set(5)
    handle:resume()
  end)
end

do
  local a, b, c = bh.bindable(1), bh.bindable(1), bh.bindable(1)
  local one, other = bh.link(a, b), bh.link(a, c)
  a:observe(function(v) print("two links", v, b:get(), c:get()) end)
  one:pause()
  other:pause()
  bh.transaction(function()
    a:set(5)
    one:resume()
    other:resume()
  end)
end

local a, all = bh.bindable(1), bh.bindable { x = 1, y = 1 }
local handle = bh.bind(a, all "x")
a:observe(function(v) print("bind", v, all "x":get()) end)
all:observe(function(v) print("record", v.x, v.y) end, { initial = false })
handle:pause()
bh.transaction(function()
  handle:resume()
  a:set(6)
  all "y":set(7)
end)

-- An observer that goes on gets what it has missed and what is written there as one.
local c = bh.bindable(0)
local paused = c:observe(function(new, old) print("paused", new, old) end, { initial = false })
c:observe(function(v) print("both", v) end, { initial = false })
paused:pause()
bh.transaction(function()
  c:set(1)
  paused:resume()
  c:set(2)
end)
