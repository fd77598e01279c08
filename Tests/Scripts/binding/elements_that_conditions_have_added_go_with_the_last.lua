-- Contract 49: an element that a conditional binding has added to a list goes with the condition, with the list if that was made for it; where
-- others stand behind it, with the last of those that bindings have added. One written by hand meanwhile stays.
local bh = require "bindhost"
local function bound(base, first, path)
  local d = base and bh.bindable(base) or bh.bindable()
  local whens, handles = {}, {}
  for i = 1, 3 do
    whens[i] = bh.bindable(true)
    handles[i] = bh.bind(bh.bindable(i * 10), d:at(("l[%d]%s"):format(first + i - 1, path or ""), { create = true }), { when = whens[i] })
  end
  local function show(name) print(name, bh.json.encode(d:get())) end
  return show, whens, handles, d
end
local show, whens, handles, d = bound({ l = { 1 } }, 2)
show "added"                                     -- expect: added	{"l":[1,10,20,30]}
whens[3]:set(false)
show "last"                                      -- expect: last	{"l":[1,10,20]}
whens[1]:set(false)
show "first"                                     -- expect: first	{"l":[1,10,20]}
whens[1]:set(true)
whens[2]:set(false)
show "second"                                    -- expect: second	{"l":[1,10]}
whens[1]:set(false)
show "none"                                      -- expect: none	{"l":[1]}
for _, when in ipairs(whens) do when:set(true) end
bh.transaction(function() for _, when in ipairs(whens) do when:set(false) end end)
show "together"                                  -- expect: together	{"l":[1]}

-- a list that was made for them, and what is in its elements
for _, path in ipairs { "", ".x.y" } do
  show, whens, handles, d = bound(nil, 1, path)
  handles[1]:stop()
  handles[2]:stop()
  whens[3]:set(false)
  print(d:has_value())
end
-- expect: false
-- expect: false

-- by hand
show, whens, handles, d = bound({ l = { 1 } }, 2)
whens[1]:set(false)
d "l[2]":set(7)
bh.transaction(function() whens[2]:set(false) whens[3]:set(false) end)
show "hand"                                      -- expect: hand	{"l":[1,7]}

-- under a whole that lets go, one above waits for one below
d = bh.bindable()
local whole = bh.bindable(false)
bh.bind(bh.bindable { 7, 8 }, d:at("l", { create = true }), { when = whole, priority = 2 })
bh.bind(bh.bindable(1), d:at("l[1]", { create = true }), { when = bh.bindable(true), priority = 1 })
bh.bind(bh.bindable(2), d:at("l[2]", { create = true }), { when = bh.bindable(true), priority = 3 })
whole:set(true)
show = function(name) print(name, bh.json.encode(d:get())) end
show "whole"                                     -- expect: whole	{"l":[7,2]}
whole:set(false)
show "both"                                      -- expect: both	{"l":[1,2]}

-- What was written by hand there is what comes back, also where the binding has written the same again as it had left.
d = bh.bindable { l = {} }
local first, last = bh.bindable(true), bh.bindable(true)
bh.bind(bh.bindable(1), d:at("l[1]", { create = true }), { when = first })
bh.bind(bh.bindable(2), d:at("l[2]", { create = true }), { when = last })
first:set(false)
show "left"                                      -- expect: left	{"l":[1,2]}
d "l[1]":set(11)
first:set(true)
show "again"                                     -- expect: again	{"l":[1,2]}
bh.transaction(function()
  first:set(false)
  last:set(false)
end)
show "by hand"                                   -- expect: by hand	{"l":[11]}
