-- Contract 49: of what is written by hand each write counts by itself: before the end of a condition or after it, in what a binding has or
-- beside that; whatever line or Ref it comes from, and whatever else is written in the same transaction.
local bh = require "bindhost"
local create = { create = true }
local function show(name, d) print(name, d:has_value() and bh.json.encode(d:get()) or "no value") end
local function try(name, value, path, given, write, after)
  local d, on = bh.bindable(value), bh.bindable(true)
  local target = type(path) == "function" and path(d) or path and d(path) or d
  local b = bh.bind(bh.bindable(given), target, { when = on, priority = 1 })
  write(d, on, b)
  on:set(false)
  if after then after(d) end
  show(name, d)
end
local function transaction(write) return function(...) local a = { ... } bh.transaction(function() write(table.unpack(a)) end) end end

-- One line that writes before the end and after it, in an observer.
try("one line", { p = 1, q = 0 }, "p", 2, function(d, on)
  local go <const> = bh.bindable(0)
  go:observe(function() d "p":set(3) on:set(false) d "q":set(1) end, { initial = false })
  go:set(1)
end)                                                                  -- expect: one line	{"p":1,"q":1}
try("stop", { p = { x = 1, y = 2 } }, "p", { x = 5, y = 6 }, transaction(function(d, on, b)
  on:set(false)
  d "p":update { y = 12 }
  b:stop()
end))                                                                 -- expect: stop	{"p":{"x":1,"y":12}}
try("before", { p = { x = 1, y = 2 } }, "p", { x = 5, y = 6 }, transaction(function(d, on)
  d "p.x":set(9)
  on:set(false)
  d "p":update { y = 12 }
end))                                                                 -- expect: before	{"p":{"x":1,"y":12}}
-- expect warning: bind.overwritten
local function rows() return { l = { { v = 1, z = 1 }, { v = 2, z = 2 } } } end
try("beside", rows(), "l[1].v", 5, transaction(function(d)
  d "l[1].z":set(9)
  d "l":remove(2)
end))                                                                 -- expect: beside	{"l":[{"v":1,"z":9}]}
try("two", { l = { 1, 2 } }, "l[1]", 5, transaction(function(d)
  d "l[2]":set(9)
  d "l":insert(1, 3)
end))                                                                 -- expect: two	{"l":[3,1,9]}
-- expect warning: bind.overwritten
try("ended", { l = { 1, 2, 3 } }, "l[2]", 5, transaction(function(d, on)
  on:set(false)
  d "l":insert(1, 0)
end))                                                                 -- expect: ended	{"l":[0,1,2,3]}
try("at most", { l = { 1, 2 } }, "l[2]", 5, function(d) d "l":push(9, { max = 2 }) end) -- expect: at most	{"l":[2,9]}
-- expect warning: bind.overwritten
try("longer", { l = { 1, 2, 3 } }, "l", { 7 }, transaction(function(d, on)
  on:set(false)
  d "l":push(9)
end))                                                                 -- expect: longer	{"l":[1,2,3,9]}

-- What holds the same elsewhere is no move.
try("same", { l = { 1, 2, 3 } }, "l[2]", 9, function(d) d "l[2]":set(3) end) -- expect: same	{"l":[1,2,3]}
-- expect warning: bind.overwritten
try("as a whole", { l = { 3, 4 } }, "l[2]", 9, function(d) d "l":set { 4, 3 } end) -- expect: as a whole	{"l":[4,4]}
-- expect warning: bind.overwritten

-- By whatever way.
try("ancestor", { q = { r = 1 } }, "q.r", 5, function(d) d:at("q", create):set { r = 9 } end) -- expect: ancestor	{"q":{"r":1}}
-- expect warning: bind.overwritten
try("inside", { a = 1 }, nil, { b = 2 }, function(d) d "b":set(7) end) -- expect: inside	{"a":1}
-- expect warning: bind.overwritten
try("by index", { l = { { id = 1, v = 1 } } }, function(d) return d "l":by("id", 1):at "v" end, 5, function(d)
  d "l[1]":set { id = 1, v = 7 }
end)                                                                  -- expect: by index	{"l":[{"id":1,"v":1}]}
-- expect warning: bind.overwritten
try("comes back", { l = { { id = 1, v = 1 }, { id = 2, v = 2 } } }, function(d) return d "l":by("id", 2):at "v" end, 5, function(d)
  d "l":remove(2)
  d "l":push { id = 2, v = 7 }
end)                                                                  -- expect: comes back	{"l":[{"id":1,"v":1},{"id":2,"v":7}]}
try("given", {}, function(d) return d:at("q.r.x", create) end, 5, function(d) d:set { q = { r = {} } } end) -- expect: given	{"q":{"r":[]}}
-- expect warning: bind.overwritten
try("removed", {}, function(d) return d:at("p.r.x", create) end, 5, function(d)
  d "p":modify(function(p)
    p.r = nil
    return p
  end)
end)                                                                  -- expect: removed	{}

-- An element that has moved is cleared up with the next delivery.
local d, on, said = bh.bindable { l = { 1, 2, 3 } }, bh.bindable(true), bh.bindable(5)
bh.bind(said, d "l[2]", { when = on })
d "l":insert(1, 0)                                                    -- expect warning: bind.overwritten
said:set(6)
show("moved", d)                                                      -- expect: moved	{"l":[0,6,2,3]}
