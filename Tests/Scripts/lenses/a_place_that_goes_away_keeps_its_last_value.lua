-- CONTRACT 41 and 51
local bh = require "bindhost"
local m = bh.model("m", {
  list = { "a", "b" }, hosts = bh.field { type = "map", default = bh.record { h = { load = 1 } } },
  user = bh.field { type = "any", optional = true },
})
local second = m "list[2]"
second:observe(function(v) print("second", v, second:detached()) end)    -- expect: second	b	false
m("list"):remove(2)
print(second:get(), second:detached())                   -- expect: b	true
print(select(2, pcall(second.set, second, "x")).id)      -- expect: bind.detached
m("list"):push("c")                                      -- expect: second	c	false
second:set("d")                                          -- expect: second	d	false
-- a key of a map, and what is inside
local load = m 'hosts["h"].load'
load:observe(function(v) print("load", v) end)           -- expect: load	1
m("hosts"):set(bh.record {})
print(load:get(), load:detached())                       -- expect: 1	true
print(select(2, pcall(load.set, load, 2)).id)            -- expect: bind.detached
m("hosts"):set { h = { load = 1 } }                      -- the same again: nothing to tell
m("hosts"):set { h = { load = 3 } }                      -- expect: load	3
print(load:detached())                                   -- expect: false
-- a nested optional
local city = m "user.address.city"
print(city:get(), city:detached())                       -- expect: nil	true
m("user"):set { address = { city = "Paris" } }
city:observe(function(v) print("city", v) end)           -- expect: city	Paris
m("user"):set(nil)
print(city:get(), city:detached())                       -- expect: Paris	true
m("user"):set { address = { city = "Rome" } }            -- expect: city	Rome
-- what was cleared on purpose is nil
m("user.address.city"):set(nil)                          -- expect: city	nil
print(city:get())                                        -- expect: nil
m 'hosts["h"]':set(nil)
print(m('hosts["h"]'):get())                             -- expect: nil
