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
