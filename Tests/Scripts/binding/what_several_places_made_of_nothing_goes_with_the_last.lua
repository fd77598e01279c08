-- Contract 49: what conditional bindings of several places have made in what had no value goes with the last of them, whichever that is;
-- what was written by hand stands.
local bh = require "bindhost"
local function show(name, d) print(name, bh.json.encode(d:get()), d:has_value()) end
local function bound(paths)
  local d, whens = bh.bindable(), {}
  for i, path in ipairs(paths) do
    whens[i] = bh.bindable(true)
    bh.bind(bh.bindable(i), d:at(path, { create = true }), { when = whens[i] })
  end
  return d, whens
end
for _, order in ipairs { { 1, 2, 3 }, { 3, 2, 1 }, { 2, 3, 1 } } do
  for _, paths in ipairs { { "a", "b", "c" }, { "x.a", "x.b", "y" }, { "x.y.a", "x.b", "x.y.c" } } do
    local d, whens = bound(paths)
    for _, i in ipairs(order) do whens[i]:set(false) end
    if d:has_value() then show("left", d) end
    bh.transaction(function() for _, when in ipairs(whens) do when:set(true) end end)
    bh.transaction(function() for _, i in ipairs(order) do whens[i]:set(false) end end)
    if d:has_value() then show("left", d) end
  end
end

local d, whens = bound { "a", "b" }
whens[1]:set(false)
show("one", d)                                   -- expect: one	{"b":2}	true
whens[2]:set(false)
show("none", d)                                  -- expect: none	null	false

-- what was written by hand before the second or after it
d, whens = bound { "x.a" }
d:at("x.h", { create = true }):set "hand"
local on = bh.bindable(true)
bh.bind(bh.bindable(2), d:at("x.y.b", { create = true }), { when = on })
whens[1]:set(false)
show("one", d)                                   -- expect: one	{"x":{"h":"hand","y":{"b":2}}}	true
on:set(false)
show("hand", d)                                  -- expect: hand	{"x":{"h":"hand"}}	true
d, whens = bound { "x.a", "x.b" }
d:at("h", { create = true }):set "hand"
whens[2]:set(false)
whens[1]:set(false)
show("hand", d)                                  -- expect: hand	{"h":"hand"}	true
