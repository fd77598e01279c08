-- Contract 5, 10, 17, 20: what two callbacks of a wave change and put back is nothing for bindings, of states too; a touch is told with
-- its cause, also to whoever was paused meanwhile; whoever goes on compares by the cell's own equality, and hears what comes then.
local bh = require "bindhost"
bh.on_error(function() end)
local function by_hand(name, x)
  local s, go = bh.bindable(0), bh.bindable(0)
  bh.bind(x, s)
  s:set(9)
  go:observe(function() x:set(4) end, { initial = false })
  go:observe(function() x:set(2) end, { initial = false })
  go:set(1)
  print(name, s:get())
  x:set(3)
  print(name, s:get())
end
by_hand("bindable", bh.bindable(2))
-- expect: bindable	9
-- expect: bindable	3
by_hand("state", bh.state("s", { x = 2 }, { store = "memory:" }) "x")
-- expect: state	9
-- expect: state	3

local function touched(name, x, ...)
  local go, runs = bh.bindable(0), -1
  local watcher = x:observe(function(new, old, cause) print(name, old, new, cause.kind) end, { initial = false })
  bh.effect(function() x:get() runs = runs + 1 end)
  for _, body in ipairs { ... } do go:observe(function() body(x, watcher) end, { initial = false }) end
  go:set(1)
  print(name, runs)
  watcher:stop()
end
local function two(x) x:set(2) end
local function one(x) x:set(1) end
local function one_touched(x) x:set(1) x:touch() end
local function touched_one(x) x:touch() x:set(1) end
local function goes_on(_, watcher) watcher:pause() watcher:resume() end
local kept = bh.state("kept", { x = 1 }, { store = "memory:" })
touched("state touched", kept "x", two, one_touched)
-- expect: state touched	1	1	touch
-- expect: state touched	1
touched("paused", bh.bindable(1), two, touched_one, goes_on)
-- expect: paused	1	1	touch
-- expect: paused	1
touched("place", bh.bindable { 1 } "[1]", two, touched_one, goes_on)
-- expect: place	1	1	touch
-- expect: place	1

local lax = bh.bindable("a", { equals = function(x, y) return x:lower() == y:lower() end })
local told = 0
local watcher = lax:observe(function() told = told + 1 end)
local effect = bh.effect(function() lax:get() told = told + 1 end)
watcher:pause() effect:pause()
lax:set "b"
lax:set "A"
watcher:resume() effect:resume()
print(told) -- expect: 2

local a, go, seen = bh.bindable(3), bh.bindable(0), {}
local armed = false
local me = bh.effect(function()
  seen[#seen + 1] = a:get()
  if armed and a:get() == 1 then go:set(1) end
end)
go:observe(function(v) if v == 1 then a:set(2) end end)
go:observe(function(v) if v == 1 then a:set(3) end end)
me:pause()
a:set(1)
armed = true
me:resume()
print(table.concat(seen, " "), a:get()) -- expect: 3 1 3	3

-- Two ends that are alike for their cells agree.
local function same(x, y) return x:lower() == y:lower() end
local left, right = bh.bindable("", { equals = same }), bh.bindable("", { equals = same })
local link = bh.link(left, right)
bh.transaction(function() left:set "x" right:set "X" end)
print(left:get(), right:get(), link "status":get()) -- expect: x	X	ok
