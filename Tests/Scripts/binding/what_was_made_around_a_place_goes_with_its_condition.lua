-- Contract 49, 50: a place that its record did not have goes with the condition, and what was made around it too; it does not stand for what has
-- gone, and a binding above one of the whole stands through what that writes and gives back.
local bh = require "bindhost"
local function show(name, d, place) print(name, bh.json.encode(d:get()), place:get()) end
local function bound(path, placePriority, isPlaceFirst)
  local d, on, over = bh.bindable { h = 1 }, bh.bindable(true), bh.bindable(isPlaceFirst == nil)
  local place = d:at(path, { create = true })
  if isPlaceFirst == nil then over:set(false) end
  local function bindPlace() bh.bind(bh.bindable(2), place, { when = on, priority = placePriority }) end
  if isPlaceFirst then bindPlace() end
  bh.bind(bh.bindable { h = 3 }, d, { when = over, priority = 3 })
  if not isPlaceFirst then bindPlace() end
  return d, place, on, over
end
local d, place, on, over = bound("x.a", 0)
show("made", d, place)                           -- expect: made	{"h":1,"x":{"a":2}}	2
for _ = 1, 2 do
  on:set(false)
  on:set(true)
end
on:set(false)
show("gone", d, place)                           -- expect: gone	{"h":1}	nil

for _, isPlaceFirst in ipairs { true, false } do
  d, place, on, over = bound("x.a", 4, isPlaceFirst)
  over:set(true)
  show("above", d, place)
  over:set(false)
  show("alone", d, place)
  on:set(false)
  show("gone", d, place)
end
-- expect: above	{"h":3,"x":{"a":2}}	2
-- expect: alone	{"h":1,"x":{"a":2}}	2
-- expect: gone	{"h":1}	nil
-- expect: above	{"h":3,"x":{"a":2}}	2
-- expect: alone	{"h":1,"x":{"a":2}}	2
-- expect: gone	{"h":1}	nil

-- the whole is above
d, place, on, over = bound("a", 2, true)
over:set(true)
show("whole", d, place)                          -- expect: whole	{"h":3}	nil
over:set(false)
show("alone", d, place)                          -- expect: alone	{"a":2,"h":1}	2
on:set(false)
show("gone", d, place)                           -- expect: gone	{"h":1}	nil

-- what takes over in a place when what is around it lets go in the same transaction, with others there that let go too
d = bh.bindable()
place = d:at("x.y.c", { create = true })
local whens = {}
for i, binding in ipairs {
  { 1, place, 2 }, { { a = 2, x = { w = 2, y = { c = 2 } } }, d, 3 }, { { w = 3, y = { c = 3 } }, d:at("x", { create = true }), 2 },
  { { c = 4, v = 4 }, d:at("x.y", { create = true }), 1 },
} do
  whens[i] = bh.bindable(i > 1)
  bh.bind(bh.bindable(binding[1]), binding[2], { when = whens[i], priority = binding[3] })
end
show("others", d, place)                         -- expect: others	{"a":2,"x":{"w":2,"y":{"c":2}}}	2
bh.transaction(function() for i, when in ipairs(whens) do when:set(i == 1) end end)
show("place", d, place)                          -- expect: place	{"x":{"y":{"c":1}}}	1
whens[1]:set(false)
print(d:has_value())                             -- expect: false

-- all let go at once, and what stands beside them last: nothing is written to what has gone already
d = bh.bindable()
local all = bh.bindable(false)
local last = bh.bindable(true)
bh.bind(bh.bindable(1), d:at("x.y.c", { create = true }), { when = all, priority = 4 })
bh.bind(bh.bindable { w = 2, y = { c = 2 } }, d:at("x", { create = true }), { when = all, priority = 2 })
bh.bind(bh.bindable(3), d:at("a", { create = true }), { when = last })
all:set(true)
bh.transaction(function() all:set(false) last:set(false) end)
print(d:has_value())                             -- expect: false
