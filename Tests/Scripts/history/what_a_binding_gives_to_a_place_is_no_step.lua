-- Contract 49, 55: what a binding writes to a place in a recorded cell, and what comes back with its end, is no step and no part of one:
-- undo leaves it alone, and does not count as a write by hand.
-- expect: a step of its own	false	10
-- expect: beside a step	9	0
-- expect: after the end	1	0
-- expect: after a stop	1	0
-- expect: its condition	1	8	1
-- expect: in one step	1	0
-- expect: an element	1	2
-- expect: a list	2	5	8
-- expect: rows beside a condition	5	1	2	3
-- expect: a list that was taken	1	1
-- expect: a key	nil	8
-- expect: a link	1	1
local bh = require "bindhost"

local function fresh()
  local m, w, s = bh.bindable { k = 1, z = 0 }, bh.bindable(true), bh.bindable(8)
  return m, w, s, bh.bind(s, m "k", { when = w }), bh.history { cells = { m, w } }
end

local m, w, s, b, h = fresh()
s:set(9)
s:set(10)
print("a step of its own", h:undo(), m "k":get())

m, w, s, b, h = fresh()
m "z":set(5)
s:set(9)
h:undo()
print("beside a step", m "k":get(), m "z":get())

m, w, s, b, h = fresh()
h = bh.history { cells = { m } }
m "z":set(5)
w:set(false)
h:undo()
print("after the end", m "k":get(), m "z":get())

m, w, s, b, h = fresh()
m "z":set(5)
b:stop()
h:undo()
print("after a stop", m "k":get(), m "z":get())

m, w, s, b, h = fresh()
w:set(false)
local first = m "k":get()
h:undo()
local bound = m "k":get()
w:set(false)
print("its condition", first, bound, m "k":get())

m, w, s, b, h = fresh()
local go = bh.bindable(0)
go:observe(function()
  m "z":set(5)
  w:set(false)
end, { initial = false })
local after = m "k":observe(function() m "z":set(7) end, { initial = false })
go:set(1)
after:stop()
b:stop()
h:undo()
print("in one step", m "k":get(), m "z":get())

local rows = bh.model("rows", { l = { { id = 1, v = 1 }, { id = 2, v = 2 } } }) "l"
w, h = bh.bindable(true), bh.history { cells = { rows } }
bh.bind(bh.bindable(8), rows:by("id", 2) "v", { when = w })
rows:insert(1, { id = 3, v = 3 })
w:set(false)
h:undo()
print("an element", rows "[1].v":get(), rows "[2].v":get())
w:set(true)
rows "[1]":set { id = 1, v = 5 }
rows:push { id = 4, v = 4 }
h:undo()
rows:remove(1)
h:undo()
print("a list", #rows:get(), rows "[1].v":get(), rows "[2].v":get())

w = bh.bindable(false)
local table_ = bh.model("table", { l = { { id = 1, v = 1 }, { id = 2, v = 2 }, { id = 3, v = 3 } } }) "l"
h = bh.history { cells = { table_, w } }
bh.bind(bh.bindable(8), table_:by("id", 2) "v", { when = w })
bh.transaction(function()
  w:set(true)
  table_:remove(1)
  table_:push { id = 4, v = 4 }
  table_:push { id = 5, v = 5 }
  table_:push { id = 6, v = 6 }
end)
local rows_ = #table_:get()
h:undo()
print("rows beside a condition", rows_, table_ "[1].v":get(), table_ "[2].v":get(), table_ "[3].v":get())

w = bh.bindable(false)
local held = bh.bindable { l = { 1 } }
h = bh.history { cells = { held, w } }
bh.bind(bh.bindable { 7, 8 }, held "l", { when = w })
bh.transaction(function()
  held "l":push(5)
  w:set(true)
end)
h:undo()
print("a list that was taken", #held "l":get(), held "l[1]":get())

local map = bh.bindable { a = 1 }
h = bh.history { cells = { map } }
map "b":set(2)
bh.bind(bh.bindable(8), map "a")
h:undo()
print("a key", map "b":get(), map "a":get())

local linked, view = bh.bindable { k = 1 }, bh.bindable(1)
h = bh.history { cells = { linked } }
bh.link(linked "k", view)
view:set(7)
h:undo()
print("a link", linked "k":get(), view:get())
