-- CONTRACT 41: with create a write makes the hops that are missing, also in an element by its key and in what a lens shows.
local bh = require "bindhost"
local J = bh.json.encode
local m = bh.model("m", { list = { { id = 1 }, { id = 2, in_ = { { k = "a" } } } } })
local one = m "list":by("id", 1)
print(select(2, pcall(one "c.d".set, one "c.d", 1)).id)             -- expect: bind.nil_hop
local made = one:at("c.d", { create = true })
made:set(1)
print(J(one:get()), made:get(), one "c.d":get())                    -- expect: {"c":{"d":1},"id":1}	1	1
one:at("tags[1].name", { create = true }):set "x"
print(J(one "tags":get()), made:path())                             -- expect: [{"name":"x"}]	list[1].c.d
one:at("deep", { create = true }) "a.b":set(2)
print(J(one "deep":get()))                                          -- expect: {"a":{"b":2}}
m "list":by("id", 2) "in_":by("k", "a"):at("p.q", { create = true }):set(3)
print(J(m "list[2].in_":get()))                                     -- expect: [{"k":"a","p":{"q":3}}]
-- a binding makes them, and is the writer of that very place
local source = bh.bindable(3)
print(bh.bind(source, one "y.z", { create = true }) "status":get(), one "y.z":get())   -- expect: ok	3
print(select(2, pcall(bh.bind, source, one:at("y.z", { create = true }))).id)          -- expect: bind.two_writers
print(select(2, pcall(bh.bind, source, m "list[1].y.z")).id)                           -- expect: bind.two_writers
-- an element that is not there is made by nobody
local nine = m "list":by("id", 9):at("a.b", { create = true })
print(select(2, pcall(nine.set, nine, 1)).id)                       -- expect: bind.detached
-- what a lens shows
local same = { to = function(v) return v end, from = function(v) return v end }
local b = bh.bindable { x = 1 }
local seen = b:through(same)
print(select(2, pcall(seen "p.q".set, seen "p.q", 1)).id)           -- expect: bind.nil_hop
seen:at("p.q", { create = true }):set(1)
seen:at("r", { create = true }) "s.t":set(2)
print(J(b:get()))                                                   -- expect: {"p":{"q":1},"r":{"s":{"t":2}},"x":1}
print(bh.bind(source, seen:through(same) "u.v", { create = true }) "status":get(), b "u.v":get())   -- expect: ok	3
-- places without create in the same lens make none
print(select(2, pcall(seen "w.q".set, seen "w.q", 1)).id)           -- expect: bind.nil_hop
