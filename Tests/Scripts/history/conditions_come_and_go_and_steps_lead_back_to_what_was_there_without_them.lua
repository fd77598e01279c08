-- Contract 55, 49: what conditional bindings give is no step, nor is their end: a step is what others change of what is there without them. It goes
-- back and on also while they hold, and when they have ended that is there.
local bh = require "bindhost"
local function show(name, d, history)
  print(name, bh.json.encode(d:get()), history "can_undo":get(), history "can_redo":get())
end
-- The condition is not in the history.
local m, on = bh.model("one", { s = 0 }), bh.bindable(false)
bh.bind(bh.bindable(43), m "s", { when = on })
local history = bh.history { cells = { m } }
m "s":set(4)
on:set(true)
show("on", m, history)                                     -- expect: on	{"s":43}	true	false
history:undo()
show("undone", m, history)                                 -- expect: undone	{"s":43}	false	true
on:set(false)
show("off", m, history)                                    -- expect: off	{"s":0}	false	true
history:redo()
show("redone", m, history)                                 -- expect: redone	{"s":4}	true	false

-- The end of a binding is none, however it comes.
for _, how in ipairs { "stop", "close", "off" } do
  local n, w = bh.model("end_" .. how, { s = 4 }), bh.bindable(true)
  local b
  local scope = bh.scope(function() b = bh.bind(bh.bindable(87), n "s", { when = w }) end)
  local h = bh.history { cells = { n } }
  bh.transaction(function()
    if how == "stop" then b:stop() elseif how == "close" then scope:close() else w:set(false) end
  end)
  show(how, n, h)
end
-- expect: stop	{"s":4}	false	false
-- expect: close	{"s":4}	false	false
-- expect: off	{"s":4}	false	false

-- Two over one place.
local r, w = bh.model("two", { r = { u = 4 } }), bh.bindable(false)
bh.bind(bh.bindable(470), r "r.u", { when = w, priority = 4 })
bh.bind(bh.bindable { u = 270 }, r "r", { when = w, priority = 3 })
history = bh.history { cells = { r, w } }
w:set(true)
bh.transaction(function()
  w:set(false)
  r "r":set { u = 0 }
end)
history:undo()
history:undo()
show("two", r, history)                                    -- expect: two	{"r":{"u":4}}	false	true

-- Places of lists and maps.
local l = bh.bindable { l = { 3, 4 }, k = { a = 7 } }
w = bh.bindable(false)
bh.bind(bh.bindable(12), l "l[1]", { when = w })
bh.bind(bh.bindable(13), l:at("k.b", { create = true }), { when = w })
history = bh.history { cells = { l, w } }
w:set(true)
l "l[1]":set(5)                                            -- expect warning: bind.overwritten
bh.transaction(function()
  w:set(false)
  l "l[1]":set(4)
  l "k":set { a = 1, b = 2 }
end)
show("places", l, history)                                 -- expect: places	{"k":{"a":1,"b":2},"l":[4,4]}	true	false
history:undo()
history:undo()
show("undone", l, history)                                 -- expect: undone	{"k":{"a":7},"l":[3,4]}	false	true

-- A link beside a condition that has never held.
local q, e = bh.bindable(1), bh.bindable(1)
bh.link(e, q)
bh.bind(bh.bindable(77), q, { when = bh.bindable(false), priority = 1 })
history = bh.history { cells = { q } }
e:set(5)
show("link", q, history)                                   -- expect: link	5	true	false

-- A state; and a map whose key goes.
local s = bh.state("s", { v = 1 }, { store = "memory:" })
w = bh.bindable(false)
bh.bind(bh.bindable(50), s "v", { when = w })
history = bh.history { cells = { s } }
s "v":set(3)
w:set(true)
s "v":set(2)                                               -- expect warning: bind.overwritten
history:undo()
w:set(false)
show("state", s, history)                                  -- expect: state	{"v":1}	false	true
local k = bh.model("k", { mp = bh.field { type = "map", of = "integer", default = bh.record { k1 = 7 } } })
w = bh.bindable(true)
bh.bind(bh.bindable(50), k:at("mp.k1", { create = true }), { when = w })
history = bh.history { cells = { k } }
bh.transaction(function()
  k "mp":set(bh.record { k1 = 3 })                         -- expect warning: bind.overwritten
  k "mp":set(bh.record {})                                 -- expect warning: bind.overwritten
end)
w:set(false)
history:undo()
show("map", k, history)                                    -- expect: map	{"mp":{"k1":7}}	false	true
