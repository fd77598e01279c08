-- Contract 11, 49: what is written by hand after an end counts only if the condition has ended when all has settled, whoever lets it hold again.
local bh = require "bindhost"
local function try(name, first, second)
  local d, on, go = bh.bindable { a = 1, l = { 1, 2 } }, bh.bindable(true), bh.bindable(0)
  bh.bind(bh.bindable(50), d "a", { when = on })
  bh.bind(bh.bindable(51), d "l[2]", { when = on })
  if second then
    go:observe(function() first(d, on) end, { initial = false })
    go:observe(function() second(d, on) end, { initial = false })
    go:set(1)
  else
    bh.transaction(function() first(d, on) end)
  end
  on:set(false)
  print(name, bh.json.encode(d:get()))
end
local function write(d)
  d "a":set(7)
  d "l[2]":set(8)
end
try("one", function(d, on)
  on:set(false)
  write(d)
  on:set(true)
end)                                                       -- expect: one	{"a":1,"l":[1,2]}
try("other", function(d, on)
  on:set(false)
  write(d)
end, function(_, on) on:set(true) end)                     -- expect: other	{"a":1,"l":[1,2]}
try("both", function(_, on) on:set(false) end, function(d, on)
  write(d)
  on:set(true)
end)                                                       -- expect: both	{"a":1,"l":[1,2]}
try("taken", function(d, on)
  on:set(false)
  write(d)
  bh.bind(bh.bindable(60), d "a", { when = on, priority = 1 })
  on:set(true)
end)                                                       -- expect: taken	{"a":1,"l":[1,2]}
try("ended", function(_, on) on:set(false) end, write)     -- expect: ended	{"a":7,"l":[1,8]}
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten

-- Beside another condition, which holds on.
local r, on, other = bh.bindable { q = { u = 1, v = 2 }, z = 0 }, bh.bindable(true), bh.bindable(true)
bh.bind(bh.bindable { u = 10, v = 20 }, r "q", { when = on })
bh.bind(bh.bindable(5), r "z", { when = other })
bh.transaction(function()
  on:set(false)
  r "q.u":set(3)
end)
on:set(true)
on:set(false)
print(bh.json.encode(r:get()))                             -- expect: {"q":{"u":3,"v":2},"z":5}

-- A paused binding lets go when it goes on.
local p, w = bh.bindable { a = 1 }, bh.bindable(true)
local h = bh.bind(bh.bindable(50), p "a", { when = w })
h:pause()
bh.transaction(function()
  w:set(false)
  p "a":set(7)
end)
h:resume()
print(p "a":get())                                         -- expect: 7
w:set(true)
w:set(false)
print(p "a":get())                                         -- expect: 7

-- Nothing of a script is asked for that but what the wave asks.
local d, on, isBroken = bh.bindable { a = 1 }, bh.bindable(true), false
local gate = bh.computed(function()
  while isBroken do end
  return on:get()
end)
bh.bind(bh.bindable(50), d "a", { when = gate })
bh.transaction(function()
  on:set(false)
  d "a":set(7)
  isBroken = true
  on:set(true)
end)
isBroken = false
on:set(false)
print(d "a":get())                                         -- expect: 1
-- expect warning: bind.overwritten
