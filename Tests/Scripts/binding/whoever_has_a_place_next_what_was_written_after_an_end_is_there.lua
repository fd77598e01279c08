-- Contract 49, 50: several conditional bindings over one place, with and beside unconditional ones and links: what comes back at the last end is what
-- all others have written and said.
local bh = require "bindhost"
local create = { create = true }
local function show(name, d) print(name, bh.json.encode(d:get())) end

-- A higher one begins in the transaction in which the lower one has ended, whichever was made first.
for _, first in ipairs { true, false } do
  local d, low, high = bh.bindable {}, bh.bindable(true), bh.bindable(false)
  local p = d:at("p", create)
  local function bind(value, when, priority) bh.bind(bh.bindable(value), p, { when = when, priority = priority }) end
  if first then bind(2, high, 2) end
  bind(1, low, 1)
  if not first then bind(2, high, 2) end
  bh.transaction(function()
    high:set(true)
    low:set(false)
    p:set(9)                                               -- expect warning: bind.overwritten
  end)
  high:set(false)
  show("next", d)
end
-- expect: next	{"p":9}
-- expect warning: bind.overwritten
-- expect: next	{"p":9}
local d, u, v = bh.bindable { p = { x = 1, y = 2 } }, bh.bindable(true), bh.bindable(false)
bh.bind(bh.bindable { x = 5, y = 6 }, d "p", { when = v, priority = 5 })
bh.bind(bh.bindable(7), d "p.y", { when = u, priority = 2 })
bh.transaction(function()
  u:set(false)
  d "p.y":set(8)                                           -- expect warning: bind.overwritten
  v:set(true)
end)
v:set(false)
show("around", d)                                          -- expect: around	{"p":{"x":1,"y":8}}

-- What is written in a part of what the ended one had stands over what the next one delivers there.
d, u, v = bh.bindable { p = { x = 1, y = 2 } }, bh.bindable(true), bh.bindable(true)
bh.bind(bh.bindable { x = 3, y = 4 }, d "p", { when = u, priority = 1 })
bh.bind(bh.bindable { x = 5, y = 6 }, d "p", { when = v, priority = 2 })
bh.transaction(function()
  v:set(false)
  d "p.y":set(0)                                           -- expect warning: bind.overwritten
end)
show("part", d)                                            -- expect: part	{"p":{"x":3,"y":0}}

-- A place in what the lower one has made finds that there.
d, u = bh.bindable {}, bh.bindable(true)
bh.bind(bh.bindable { r = { x = 1 } }, d:at("p", create), { when = u, priority = 1 })
bh.bind(bh.bindable(3), d:at("p.r.y", create), { when = u, priority = 2 })
show("made", d)                                            -- expect: made	{"p":{"r":{"x":1,"y":3}}}

-- The target refuses the higher one: what the lower one had is given back by that.
local m = bh.model("refusing", { a = bh.field { default = 2, min = 0 } })
local low, high = bh.bindable(true), bh.bindable(true)
bh.bind(bh.bindable(50), m "a", { when = low, priority = 1 })
bh.bind(bh.bindable(-1), m "a", { when = high, priority = 2 })
-- expect warning: bind.invalid
low:set(false)                                             -- expect warning: bind.invalid
show("refused", m)                                         -- expect: refused	{"a":2}

-- What an unconditional binding says is there without conditional ones, above them or below, also when it has ended.
for priority = 3, 5, 2 do
  local p, on, said = bh.bindable { x = 1, y = 2 }, bh.bindable(false), bh.bindable(6)
  bh.bind(bh.bindable { x = 7, y = 8 }, p, { when = on, priority = 4 })
  local b = bh.bind(said, p "x", { priority = priority })
  on:set(true)
  said:set(9)
  b:stop()
  on:set(false)
  show("unconditional", p)
end
-- expect: unconditional	{"x":9,"y":2}
-- expect: unconditional	{"x":9,"y":2}

-- What is written with the beginning goes over a link when the condition has ended.
local f, other, on = bh.bindable(1), bh.bindable(1), bh.bindable(false)
bh.link(other, f)
bh.bind(bh.bindable(75), f, { when = on, priority = 1 })
bh.transaction(function()
  f:set(3)
  on:set(true)
end)
on:set(false)
print("link", f:get(), other:get())                        -- expect: link	3	3
f, other, on = bh.bindable(1), bh.bindable(1), bh.bindable(true)
bh.link(other, f)
bh.bind(bh.bindable(5), f, { when = on, priority = 4 })
bh.transaction(function()
  on:set(false)
  f:set(5)
end)
print("as it was", f:get(), other:get())                   -- expect: as it was	5	5
