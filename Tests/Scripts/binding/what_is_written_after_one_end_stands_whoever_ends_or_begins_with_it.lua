-- Contract 49, 55: what is written by hand in the transaction that ends a condition stands, also where a binding around it had the target or
-- another one begins; what another condition has is covered, however that ends; and a step that has changed nothing is none.
local bh = require "bindhost"
local d, inner, outer = bh.bindable { p = { x = 1, y = 2 } }, bh.bindable(false), bh.bindable(true)
bh.bind(bh.bindable(101), d "p.x", { when = inner, priority = 4 })
bh.bind(bh.bindable { x = 104, y = 105 }, d "p", { when = outer, priority = 1 })
bh.transaction(function()
  outer:set(false)
  d "p.x":set(110)
  inner:set(true)
end)
inner:set(false)
print(bh.json.encode(d:get()))                             -- expect: {"p":{"x":110,"y":2}}

local lower, upper = bh.bindable(true), bh.bindable(true)
d = bh.bindable { p = { x = 1, y = 2 } }
bh.bind(bh.bindable(102), d "p.y", { when = upper, priority = 3 })
bh.bind(bh.bindable { x = 110, y = 111 }, d "p", { when = lower, priority = 2 })
local h = bh.history { cells = { d } }
bh.transaction(function()
  lower:set(false)
  d "p.y":set(114)
  upper:set(false)
end)
print(bh.json.encode(d:get()), h "can_undo":get())         -- expect: {"p":{"x":1,"y":2}}	false
-- expect warning: bind.overwritten

for _, kind in ipairs { "bindable", "model" } do
  for _, stops in ipairs { false, true } do
    local m = kind == "bindable" and bh.bindable { z = 3, y = 1 } or bh.model("m" .. tostring(stops), { z = 3, y = 1 })
    local one, other = bh.bindable(true), bh.bindable(true)
    bh.bind(bh.bindable { z = 103, y = 102 }, m, { when = one, priority = 1 })
    local top = bh.bind(bh.bindable(106), m "z", { when = other, priority = 3 })
    bh.transaction(function()
      one:set(false)
      m "z":set(127)
      if stops then top:stop() else other:set(false) end
    end)
    print(kind, stops, m "z":get())
  end
end
-- expect: bindable	false	3
-- expect: bindable	true	3
-- expect: model	false	3
-- expect: model	true	3
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten

-- One callback is one step, and one transaction too.
for _, isCallback in ipairs { false, true } do
  local r, w, go = bh.bindable { p = { x = 1, y = 2 } }, bh.bindable(true), bh.bindable(0)
  local steps = bh.history { cells = { r } }
  bh.bind(bh.bindable(104), r "p.x", { when = w, priority = 4 })
  local function body()
    local b = bh.bind(bh.bindable { x = 131, y = 132 }, r "p", { when = w, priority = 1 })
    w:set(false)
    r "p":set { x = 134, y = 135 }
    b:stop()
  end
  if isCallback then
    go:observe(body, { initial = false })
    go:set(1)
  else
    bh.transaction(body)
  end
  print(bh.json.encode(r:get()))
  steps:undo()
  print(bh.json.encode(r:get()), steps "can_undo":get())
end
-- expect: {"p":{"x":134,"y":135}}
-- expect: {"p":{"x":1,"y":2}}	false
-- expect: {"p":{"x":134,"y":135}}
-- expect: {"p":{"x":1,"y":2}}	false
