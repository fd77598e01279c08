-- Contract 49, 51: a place that is away when its condition begins, or when it is written, has nothing to be displaced; when it returns it has what
-- it returned with, and gets that back.
local bh = require "bindhost"
local list = bh.model("m", { list = { { id = 1, v = 3 }, { id = 2, v = 0 } } }) "list"
local source, when, place = bh.bindable(9), bh.bindable(true), list:by("id", 1) "v"
bh.bind(source, place, { when = when })
local function return_with(v) list:set { { id = 2, v = 0 }, { id = 1, v = v } } end
local function go() list:set { { id = 2, v = 0 } } end
go()
when:set(false)
when:set(true)                                   -- expect warning: bind.detached
return_with(4)
print(place:get())                               -- expect: 9
when:set(false)
print(place:get())                               -- expect: 4
when:set(true)
go()
source:set(10)                                   -- expect warning: bind.detached
return_with(5)
print(place:get())                               -- expect: 10
when:set(false)
print(place:get())                               -- expect: 5
go()
when:set(true)                                   -- expect warning: bind.detached
when:set(false)
return_with(6)
print(place:get())                               -- expect: 6

-- of a record that comes later
local d, on = bh.bindable { z = 1 }, bh.bindable(true)
bh.bind(bh.bindable(9), d "a.b", { when = on })  -- expect warning: bind.nil_hop
d:set { a = { b = 2 } }
print(d "a.b":get())                             -- expect: 9
on:set(false)
print(bh.json.encode(d:get()))                   -- expect: {"a":{"b":2}}

-- what it held before it went is nothing that it holds
d = bh.bindable { a = {} }
on:set(false)
bh.bind(bh.bindable(9), d:at("a.l[1]", { create = true }), { when = on })
for _ = 1, 2 do
  on:set(true)
  on:set(false)
end
print(d:get().a.l)                               -- expect: nil
