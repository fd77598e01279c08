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
