-- Contract 49: what elements of a list were without conditional bindings moves with them, whoever has their places meanwhile; an element that
-- only such a binding has made stays as long as bindings have others behind it.
local bh = require "bindhost"
local create = { create = true }
local function show(name, d) print(name, bh.json.encode(d:get())) end

local function index(name, write)
  local d, on, said = bh.bindable { l = { 1, 2, 3 } }, bh.bindable(true), bh.bindable(9)
  bh.bind(said, d "l[2]", { when = on })
  write(d "l")
  said:set(8)
  on:set(false)
  show(name, d)
end
-- expect warning: bind.overwritten
index("before", function(l) l:insert(1, 0) end)                        -- expect: before	{"l":[0,1,2,3]}
index("behind", function(l) l:push(4) end)                             -- expect: behind	{"l":[1,2,3,4]}
-- expect warning: bind.overwritten
index("without", function(l) l:remove(1) end)                          -- expect: without	{"l":[2,3]}
index("turned", function(l) l:modify(function(v) return { v[3], v[2], v[1] } end) end) -- expect: turned	{"l":[3,2,1]}

local d, first, second = bh.bindable { l = { 1 } }, bh.bindable(true), bh.bindable(true)
bh.bind(bh.bindable(5), d:at("l[2]", create), { when = first })
bh.bind(bh.bindable(6), d:at("l[3]", create), { when = second })
first:set(false)
show("waits", d)                                                       -- expect: waits	{"l":[1,5,6]}
d "l":push(7)
second:set(false)
show("gone", d)                                                        -- expect: gone	{"l":[1,7]}

-- Behind what was written by hand too; and where only a part of that is bound.
d, first, second = bh.bindable { l = { { v = 1 } } }, bh.bindable(true), bh.bindable(false)
bh.bind(bh.bindable { v = 4 }, d:at("l[2]", create), { when = first, priority = 1 })
bh.bind(bh.bindable { v = 3 }, d:at("l[3]", create), { when = second, priority = 2 })
d "l":insert(3, { v = 5 })
second:set(true)
first:set(false)
second:set(false)
show("inserted", d)                                                    -- expect: inserted	{"l":[{"v":1},{"v":5}]}
d, first = bh.bindable { l = {} }, bh.bindable(true)
bh.bind(bh.bindable { v = 2 }, d:at("l[1]", create), { when = first, priority = 1 })
bh.bind(bh.bindable(3), d:at("l[2].v", create), { when = first, priority = 2 })
d "l[2]":set { v = 5 }                                                 -- expect warning: bind.overwritten
first:set(false)
show("a part", d)                                                      -- expect: a part	{"l":[{}]}
