-- Contract 49: what a condition has made goes with it, though others wait to write there that are away, or take only what is found by a key.
local bh = require "bindhost"
local create = { create = true }
local function show(name, d) print(name, bh.json.encode(d:get())) end
local d = bh.bindable { z = 1 }
local one, three = bh.bindable(true), bh.bindable(true)
-- expect warning: bind.detached
bh.bind(bh.bindable "c", d:at("l[3]", create), { when = three })
bh.bind(bh.bindable "a", d:at("l[1]", create), { when = one })
show("the first", d)                             -- expect: the first	{"l":["a"],"z":1}
one:set(false)
show("none", d)                                  -- expect: none	{"z":1}
one:set(true)
three:set(false)
show("again", d)                                 -- expect: again	{"l":["a"],"z":1}
one:set(false)
show("none", d)                                  -- expect: none	{"z":1}

d = bh.bindable { z = 1 }
local whole, field = bh.bindable(false), bh.bindable(false)
bh.bind(bh.bindable(3), d "l":by("id", 1):at("v", create), { when = field })
bh.bind(bh.bindable { id = 1, v = 2 }, d:at("l[1]", create), { when = whole })
whole:set(true)
field:set(true)
show("both", d)                                  -- expect: both	{"l":[{"id":1,"v":3}],"z":1}
whole:set(false)
show("none", d)                                  -- expect: none	{"z":1}

-- What stands only behind others of a list goes with these.
d = bh.bindable()
local list, first, second = bh.bindable(false), bh.bindable(true), bh.bindable(true)
bh.bind(bh.bindable { 7, 8 }, d:at("l", create), { when = list, priority = 2 })
bh.bind(bh.bindable(1), d:at("l[1]", create), { when = first, priority = 1 })
bh.bind(bh.bindable(2), d:at("l[2]", create), { when = second, priority = 3 })
list:set(true)
show("list", d)                                  -- expect: list	{"l":[7,2]}
-- expect warning: bind.detached
bh.transaction(function()
  first:set(false)
  list:set(false)
end)
print(d:has_value())                             -- expect: false
