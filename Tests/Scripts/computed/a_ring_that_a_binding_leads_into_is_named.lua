-- Contract 12, 29: computed values that read each other are named also where a binding has its turn inside one of them; what they are bound to keeps
-- its value, and what only seemed to go round is not reported.
local bh = require "bindhost"
local reported = 0
bh.on_error(function(e) reported = reported + (e.id == "bind.cycle" and 1 or 100) end)
local function try(make)
  local on, x, y, t = bh.bindable(false), bh.bindable(0), bh.bindable(0), bh.bindable(0)
  local one, two
  one = bh.computed(function() return on:get() and (x:get() + two:get()) % 7 or 1 end)
  two = make(function() return one end, on)
  bh.bind(one, t)
  bh.bind(two, y)
  bh.bind(y, x)
  local before = y:get()
  on:set(true)
  local ok, err = pcall(one.get, one)
  print(ok, err.id, t:get(), y:get() == before, reported)
  on:set(false)
  print(one:get(), t:get())
  reported = 0
end
try(function(one, on) return bh.computed(function() return on:get() and one():get() or 0 end) end)
-- expect: false	bind.cycle	1	true	2
-- expect: 1	1
try(function(one) return one():map(function(v) return v end) end)
-- expect: false	bind.cycle	1	true	2
-- expect: 1	1

local on, x, t, y = bh.bindable(false), bh.bindable(0), bh.bindable(0), bh.bindable(0)
local fresh = bh.computed(function() return math.min(x:get() + 1, 5) end)
bh.bind(bh.computed(function() return on:get() and fresh:get() or 0 end), t)
bh.bind(bh.computed(function() return on:get() and fresh:get() or 0 end), y)
bh.bind(y, x)
on:set(true)
print(t:get(), x:get(), y:get(), fresh:get(), reported)    -- expect: 5	5	5	5	0
