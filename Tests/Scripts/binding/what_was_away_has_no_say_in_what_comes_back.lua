-- Contract 49: a binding of a place that a condition below it has taken away stands again with what comes back, and gives back what was there
-- before both, also where its source has changed meanwhile.
local bh = require "bindhost"
local function show(name, d) print(name, bh.json.encode(d:get())) end
for _, part in ipairs { "", "v" } do
  for _, changes in ipairs { false, true } do
    local d = bh.bindable { l = { { id = 1, v = 1 } } }
    local filter, over = bh.bindable(false), bh.bindable(true)
    local element = d "l":by("id", 1)
    local function value(n) return part == "" and { id = 1, v = n } or n end
    local source = bh.bindable(value(4))
    bh.bind(bh.bindable {}, d "l", { when = filter, priority = 1 })
    bh.bind(source, part == "" and element or element(part), { when = over, priority = 2 })
    show("over", d)
    filter:set(true)
    if changes then source:set(value(6)) end
    show("away", d)
    filter:set(false)
    show("back", d)
    over:set(false)
    show("none", d)
  end
end
-- expect: over	{"l":[{"id":1,"v":4}]}
-- expect: away	{"l":[]}
-- expect: back	{"l":[{"id":1,"v":4}]}
-- expect: none	{"l":[{"id":1,"v":1}]}
-- expect: over	{"l":[{"id":1,"v":4}]}
-- expect warning: bind.detached
-- expect: away	{"l":[]}
-- expect: back	{"l":[{"id":1,"v":6}]}
-- expect: none	{"l":[{"id":1,"v":1}]}
-- expect: over	{"l":[{"id":1,"v":4}]}
-- expect: away	{"l":[]}
-- expect: back	{"l":[{"id":1,"v":4}]}
-- expect: none	{"l":[{"id":1,"v":1}]}
-- expect: over	{"l":[{"id":1,"v":4}]}
-- expect warning: bind.detached
-- expect: away	{"l":[]}
-- expect: back	{"l":[{"id":1,"v":6}]}
-- expect: none	{"l":[{"id":1,"v":1}]}

-- Of what is away and is covered by another that is away too there is nothing that could stand in what comes back.
local d = bh.bindable { l = { 1, { v = 1, w = { q = 4 } } } }
local filter, field, whole = bh.bindable(true), bh.bindable(true), bh.bindable(false)
local create = { create = true }
bh.bind(bh.bindable {}, d "l", { when = filter, priority = 1 })
bh.bind(bh.bindable(6), d:at("l[2].w.q", create), { when = field, priority = 2 })
bh.bind(bh.bindable { v = 7 }, d:at("l[2]", create), { when = whole, priority = 3 })
whole:set(true)
filter:set(false)
show("whole", d)
whole:set(false)
show("field", d)
field:set(false)
show("none", d)
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect: whole	{"l":[1,{"v":7}]}
-- expect: field	{"l":[1,{"v":1,"w":{"q":6}}]}
-- expect: none	{"l":[1,{"v":1,"w":{"q":4}}]}
