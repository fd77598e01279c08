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

-- In a part of what ended, and then around it; below it by a function; lists that are longer or shorter than what was written there.
local function ended(name, value, path, given, write)
  try(name, value, path, given, transaction(function(d, on)
    on:set(false)
    write(d)
  end))
end
local function point() return { p = { x = 1, y = 2 } } end
ended("then", point(), "p", { x = 5, y = 6 }, function(d)
  d "p.x":set(9)
  d "p":update { x = 10 }
end)                                                                  -- expect: then	{"p":{"x":10,"y":2}}
ended("cleared", point(), "p", { x = 5, y = 6 }, function(d)
  d "p.x":modify(function(x) return x + 10 end)
  d "p.x":set(nil)
end)                                                                  -- expect: cleared	{"p":{"y":2}}
ended("below", { p = { r = { k = 1 } } }, "p", { r = { x = 5 } }, function(d) d "p.r":update { y = 8 } end)
-- expect: below	{"p":{"r":{"k":1,"y":8}}}
ended("element", { l = { { v = 1 }, { v = 2 } } }, "l", { { v = 5 } }, function(d) d "l[1]":update { z = 9 } end)
-- expect: element	{"l":[{"v":1,"z":9},{"v":2}]}
ended("set, insert", { l = { 1, 2 } }, "l", { 5, 6 }, function(d)
  d "l[1]":set(9)
  d "l":insert(1, 0)
end)                                                                  -- expect: set, insert	{"l":[0,9,2]}
ended("set, remove", { l = { 1, 2, 3 } }, "l[2]", 5, function(d)
  d "l[2]":set(9)
  d "l":remove(1)
end)                                                                  -- expect: set, remove	{"l":[9,3]}
ended("remove twice", { l = { 1, 2, 3 } }, "l[2]", 5, function(d)
  d "l":remove(1)
  d "l":remove(1)
end)                                                                  -- expect: remove twice	{"l":[3]}
ended("to and fro", { l = { 1, 2 } }, "l[2]", 5, function(d)
  d "l":insert(1, 9)
  d "l":remove(1)
end)                                                                  -- expect: to and fro	{"l":[1,2]}
ended("shorter", { l = { 1, 2, 3 } }, "l", { 54 }, function(d)
  d "l":push(8)
  d "l":remove(1)
end)                                                                  -- expect: shorter	{"l":[2,3,8]}
ended("longest", { l = { 1 } }, "l", { 50, 51 }, function(d) d "l":push(8) end) -- expect: longest	{"l":[1,8]}

-- An element that only a binding has made goes wherever it has come to stand.
local function one() return { l = { 1 } } end
local function second(d) return d:at("l[2]", create) end
try("first", one(), second, 5, function(d)
  d "l":remove(1)
  d "l":push(9)
end)                                                                  -- expect: first	{"l":[9]}
try("both sides", one(), second, 5, function(d)
  d "l":insert(1, 9)                                                  -- expect warning: bind.overwritten
  d "l":push(8)
end)                                                                  -- expect: both sides	{"l":[9,1,8]}
try("nothing", nil, function(d) return d:at("p", create) end, 5, function() end) -- expect: nothing	null
-- What was given beside the place stands where the binding is stopped.
d = bh.bindable {}
local b = bh.bind(bh.bindable(5), d:at("t.y", create), { when = bh.bindable(true) })
bh.transaction(function()
  d "t":set {}
  b:stop()
end)
show("stopped", d)                                                    -- expect: stopped	{"t":{}}

-- An observer's function of a record, before the end.
local m, go = bh.model("m", { p = { x = 1, y = 2 } }), bh.bindable(0)
on = bh.bindable(true)
bh.bind(bh.bindable { x = 5, y = 6 }, m "p", { when = on })
go:observe(function()
  m "p":modify(function(p)
    p.x = 7
    return p
  end)
  on:set(false)
end, { initial = false })
go:set(1)                                                             -- expect warning: bind.overwritten
show("record", m)                                                     -- expect: record	{"p":{"x":1,"y":2}}

-- One line that writes before and after another one.
local function set(path, value) d:at(path, create):set(value) end
d, on = bh.bindable {}, bh.bindable(true)
bh.bind(bh.bindable {}, d, { when = on, priority = 2 })
bh.bind(bh.bindable(109), d:at("q.r.x", create), { when = on, priority = 4 })
bh.transaction(function()
  on:set(false)
  set("p", 1)
  d "q.r":modify(function(r)
    r.y = 115
    return r
  end)
  set("q", {})
end)
show("in order", d)                                                   -- expect: in order	{"p":1,"q":[]}
