-- Contract 49: a link onto what a conditional binding has rests; where that ends, what the source has said meanwhile is there, however it
-- ends, whatever is around, and what was written by hand since is newer.
local bh = require "bindhost"
local function ends(name, root, place, bound, act)
  local d, x, w = bh.bindable(root), bh.bindable(1), bh.bindable(true)
  bh.link(x, place and d(place) or d)
  local last
  for i, b in ipairs(bound) do
    last = bh.bind(bh.bindable(b[2]), b[1] and d(b[1]) or d, { when = w, priority = b[3] or #bound - i })
  end
  act(x, last, w, d)
  print(name, bh.json.encode(d:get()), x:get())
end
local function stop(x, h)
  x:set(8)
  bh.transaction(function() h:stop() end)
end
local function together(x, h)
  bh.transaction(function()
    x:set(8)
    h:stop()
  end)
end
local function task(x, h)
  x:set(8)
  bh.go(function() h:stop() end)
  bh.sleep "1ms"
end
local function off(x, _, w)
  x:set(8)
  w:set(false)
end

ends("cell", 1, nil, { { nil, 50 } }, stop)                  -- expect: cell	8	8
ends("task", 1, nil, { { nil, 50 } }, task)                  -- expect: task	8	8
ends("together", 1, nil, { { nil, 50 } }, together)          -- expect: together	8	8
ends("place stopped", { a = 1 }, "a", { { "a", 50 } }, stop) -- expect: place stopped	{"a":8}	8
ends("place", { a = 1 }, "a", { { "a", 50 } }, together)     -- expect: place	{"a":8}	8
ends("around", { a = 1 }, "a", { { nil, { a = 50 } } }, together) -- expect: around	{"a":8}	8
local p = { p = { a = 1, b = 2 } }
ends("inner higher", p, "p.a", { { "p.a", 50 }, { "p", { a = 60, b = 61 } } }, off) -- expect: inner higher	{"p":{"a":8,"b":2}}	8
ends("outer higher", p, "p.a", { { "p", { a = 60, b = 61 } }, { "p.a", 50 } }, off) -- expect: outer higher	{"p":{"a":8,"b":2}}	8
local both = { { nil, { p = { a = 50, b = 51 } } }, { "p", { a = 60, b = 61 } } }
ends("beside", p, "p.a", both, function(x, _, w, d)
  x:set(8)
  bh.transaction(function()
    w:set(false)
    d "p.b":set(9)
  end)
end)                                                         -- expect: beside	{"p":{"a":8,"b":9}}	8
ends("beside, stopped", { a = 1, b = 2 }, "a", { { nil, { a = 50, b = 51 } } }, function(x, h, _, d)
  bh.transaction(function()
    h:stop()
    x:set(8)
    d "b":set(9)
  end)
end)                                                         -- expect: beside, stopped	{"a":8,"b":9}	8
ends("newer", p, "p.a", both, function(x, _, w, d)
  x:set(8)
  bh.transaction(function()
    w:set(false)
    d "p":set { a = 7, b = 9 }
  end)
end)                                                         -- expect: newer	{"p":{"a":7,"b":9}}	7

-- What comes back goes the other way, also where somebody has written it over the binding.
local t, e, w = bh.bindable(0), bh.bindable(0), bh.bindable(false)
bh.link(e, t)
bh.bind(bh.bindable(50), t, { when = w, priority = 1 })
bh.transaction(function()
  w:set(true)
  t:set(4)                                                   -- expect warning: bind.overwritten
end)
t:set(4)                                                     -- expect warning: bind.overwritten
w:set(false)
print(t:get(), e:get())                                      -- expect: 4	4

-- A paused link waits, and its source keeps what it was given.
local x, y, v = bh.bindable(1), bh.bindable(1), bh.bindable(true)
local link = bh.link(x, y)
bh.bind(bh.bindable(50), y, { when = v, priority = 1 })
link:pause()
x:set(8)
v:set(false)
print(x:get(), y:get())                                      -- expect: 8	1
link:resume()
print(x:get(), y:get())                                      -- expect: 8	8
v:set(true)
x:set(9)
link:pause()
v:set(false)
link:resume()
print(x:get(), y:get())                                      -- expect: 9	9
