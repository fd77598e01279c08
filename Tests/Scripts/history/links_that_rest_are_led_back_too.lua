-- Contract 49, 55: undo leads a linked leaf back to what it held without the conditional binding, wherever that binds, and redo on
-- again.
local bh = require "bindhost"
for _, place in ipairs { "p.a", "p" } do
  local x, d, w = bh.bindable(1), bh.bindable { p = { a = 1, b = 2 } }, bh.bindable(false)
  bh.link(x, d "p.a")
  bh.bind(bh.bindable(place == "p" and { a = 50, b = 51 } or 50), d(place), { when = w, priority = 1 })
  local h = bh.history { cells = { d, w } }
  d "p.a":set(7)
  w:set(true)
  x:set(8)
  w:set(false)
  h:undo()
  h:undo()
  print(place, d "p.a":get(), x:get())
  h:redo()
  h:redo()
  print(place, d "p.a":get(), x:get())
end
-- expect: p.a	7	7
-- expect: p.a	8	8
-- expect: p	7	7
-- expect: p	8	8

local x, d = bh.bindable(1), bh.bindable { p = { a = 1, b = 2 } }
local outer, inner = bh.bindable(false), bh.bindable(false)
bh.link(x, d "p.a")
bh.bind(bh.bindable(50), d "p.a", { when = inner, priority = 2 })
bh.bind(bh.bindable { a = 60, b = 61 }, d "p", { when = outer, priority = 1 })
local h = bh.history { cells = { d, outer, inner } }
inner:set(true)
outer:set(true)
inner:set(false)
x:set(9)
outer:set(false)
for _ = 1, 4 do h:undo() end
for _ = 1, 4 do h:redo() end
print(d "p.a":get(), x:get())                              -- expect: 9	9

-- A place of a state that is bound.
local s, on = bh.state("s", { l = { 1, 2 }, r = { { id = 1, v = 5 } } }, { store = "memory:" }), bh.bindable(false)
bh.bind(bh.bindable(50), s "l[2]", { when = on })
bh.bind(bh.bindable(51), s "r":by("id", 1):at "v", { when = on })
local steps = bh.history { cells = { s, on } }
bh.transaction(function()
  on:set(true)
  s "l[1]":set(9)
  s "r[1].w":set(3)
end)
on:set(false)
local function show() print(on:get(), bh.json.encode(s "l":get()), bh.json.encode(s "r":get())) end
show()                                                     -- expect: false	[9,2]	[{"id":1,"v":5,"w":3}]
steps:undo()
show()                                                     -- expect: true	[9,50]	[{"id":1,"v":51,"w":3}]
steps:undo()
show()                                                     -- expect: false	[1,2]	[{"id":1,"v":5}]
steps:redo()
steps:redo()
show()                                                     -- expect: false	[9,2]	[{"id":1,"v":5,"w":3}]
