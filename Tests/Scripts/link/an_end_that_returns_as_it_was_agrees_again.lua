-- CONTRACT 42, 50, 51: an end that was away and comes back with the value that it had: the source wins, in that wave.
local bh = require "bindhost"
local m = bh.model("m", { list = { { id = 1, v = 1 } }, map = bh.field { type = "map", default = { k = 1 } } })
local log = {}
local function show(h, a, b) print(a:get(), b:get(), h "status":get(), h "input":get(), (h "error":get() or {}).id) end
local function ends(place, take, give)
  do -- the source was away
    local field = bh.bindable(0)
    local link = bh.link(place, field)
    take()
    field:set(100)
    show(link, place, field)
    field:observe(function(v) print("field", v) end, { initial = false })
    give(1)
    show(link, place, field)
    field:set(3)
    show(link, place, field)
    link:stop()
    place:set(1)
  end
  do -- the target was away
    local source = bh.bindable(1)
    local link = bh.link(source, place)
    take()
    source:set(200)
    show(link, source, place)
    give(1)
    show(link, source, place)
    source:set(5)
    place:set(6)
    show(link, source, place)
    -- what it brings along counts as any change there
    take()
    source:set(201)
    give(7)
    show(link, source, place)
    -- without a refusal nobody has to be told
    take()
    give(7)
    show(link, source, place)
    link:stop()
    place:set(1)
  end
end
ends(m "list":by("id", 1) "v", function() m "list":remove(1) end, function(v) m "list":push { id = 1, v = v } end)
-- expect: 1	100	invalid	100	bind.detached
-- expect: field	1
-- expect: 1	1	ok	nil	nil
-- expect: field	3
-- expect: 3	3	ok	nil	nil
-- expect: 200	1	failed	200	bind.detached
-- expect: 200	200	ok	nil	nil
-- expect: 6	6	ok	nil	nil
-- expect: 7	7	ok	nil	nil
-- expect: 7	7	ok	nil	nil
ends(m "list[1].v", function() m "list":remove(1) end, function(v) m "list":push { id = 1, v = v } end)
-- expect: 1	100	invalid	100	bind.detached
-- expect: field	1
-- expect: 1	1	ok	nil	nil
-- expect: field	3
-- expect: 3	3	ok	nil	nil
-- expect: 200	1	failed	200	bind.detached
-- expect: 200	200	ok	nil	nil
-- expect: 6	6	ok	nil	nil
-- expect: 7	7	ok	nil	nil
-- expect: 7	7	ok	nil	nil
ends(m "map.k", function() m "map":set {} end, function(v) m "map":set { k = v } end)
-- expect: 1	100	invalid	100	bind.detached
-- expect: field	1
-- expect: 1	1	ok	nil	nil
-- expect: field	3
-- expect: 3	3	ok	nil	nil
-- expect: 200	1	failed	200	bind.detached
-- expect: 200	200	ok	nil	nil
-- expect: 6	6	ok	nil	nil
-- expect: 7	7	ok	nil	nil
-- expect: 7	7	ok	nil	nil
-- with a lens, a validator that reads other cells, and a pause between
local place = m "list":by("id", 1) "v"
local lens = place:through { to = function(v) return v + 10 end, from = function(v) return v - 10 end }
local limit, field = bh.bindable(50), bh.bindable(0)
local link = bh.link(lens, field, { validate = function(v) return v <= limit:get(), "too much" end })
m "list":remove(1)
field:set(40)
show(link, lens, field)                                   -- expect: 11	40	invalid	40	bind.detached
link:pause()
m "list":push { id = 1, v = 1 }
show(link, lens, field)                                   -- expect: 11	40	invalid	40	bind.detached
link:resume()
show(link, lens, field)                                   -- expect: 11	11	ok	nil	nil
field:set(60)
show(link, lens, field)                                   -- expect: 11	60	invalid	60	bind.invalid
limit:set(70)
show(link, lens, field)                                   -- expect: 60	60	ok	nil	nil
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
-- expect warning: bind.detached
