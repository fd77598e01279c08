-- Contract 49, 50: a whole that had no value has none again after conditional bindings of it and of a place in it, in whatever order they let
-- go; until then there is what the ones that are left have there, and nothing else.
local bh = require "bindhost"
local function show(name, d) print(name, bh.json.encode(d:get()), d:has_value()) end
local function bound(placePriority)
  local d, place, whole = bh.bindable(), bh.bindable(true), bh.bindable(false)
  bh.bind(bh.bindable(1), d:at("a", { create = true }), { when = place, priority = placePriority })
  bh.bind(bh.bindable { a = 9, z = 9 }, d, { when = whole, priority = 5 })
  return d, place, whole
end
local d, place, whole = bound(0)
whole:set(true)
show("whole", d)                                 -- expect: whole	{"a":9,"z":9}	true
place:set(false)
whole:set(false)
show("none", d)                                  -- expect: none	null	false
bh.transaction(function() place:set(true) whole:set(true) end)
bh.transaction(function() place:set(false) whole:set(false) end)
show("none", d)                                  -- expect: none	null	false
bh.transaction(function() place:set(true) whole:set(true) end)
bh.transaction(function() whole:set(false) place:set(false) end)
show("none", d)                                  -- expect: none	null	false

-- the place is above
d, place, whole = bound(6)
whole:set(true)
show("both", d)                                  -- expect: both	{"a":1,"z":9}	true
whole:set(false)
show("place", d)                                 -- expect: place	{"a":1}	true
place:set(false)
show("none", d)                                  -- expect: none	null	false

-- what was written by hand before the whole stands
d, place, whole = bound(0)
d:at "h":set "hand"
whole:set(true)
place:set(false)
whole:set(false)
show("hand", d)                                  -- expect: hand	{"h":"hand"}	true

-- what is written by hand at a place when the whole lets go stands, and nothing else
d, place, whole = bound(0)
place:set(false)
whole:set(true)
bh.transaction(function()
  whole:set(false)
  d:at "a":set "hand"
end)
show("hand", d)                                  -- expect: hand	{"a":"hand"}	true
