-- CONTRACT 41, 51: a place inside an element is detached when it is gone, like one that is reached by its position.
local bh = require "bindhost"
local m = bh.model("m", { todos = { { id = 1, tags = { "a", "b" }, addr = { city = "X" } }, { id = 2 } } })
local one = m("todos"):by("id", 1)
local tag, first, city, note = one "tags[2]", one "tags[1]", one "addr.city", one "note"
city:observe(function(v) print("city", v) end)           -- expect: city	X
print(note:get(), note:detached())                       -- expect: nil	false
m("todos"):set { { id = 1, tags = { "q" } }, { id = 2 } }
print(first:get(), first:detached())                     -- expect: q	false
print(tag:get(), tag:detached(), city:get(), city:detached())   -- expect: b	true	X	true
print(select(2, pcall(tag.set, tag, "Y")).id, select(2, pcall(city.set, city, "Y")).id)   -- expect: bind.detached	bind.detached
print(bh.json.encode(m("todos"):get()))                  -- expect: [{"id":1,"tags":["q"]},{"id":2}]
-- it attaches again, and the whole element may go meanwhile
m("todos"):remove(1)
print(tag:get(), first:get(), city:get())                -- expect: b	q	X
m("todos"):push { id = 1, tags = { "r", "s" }, addr = { city = "Y" } }   -- expect: city	Y
print(tag:get(), tag:detached())                         -- expect: s	false
-- a list holds no nil, and values have an end
print(select(2, pcall(first.set, first, nil)).id)        -- expect: bind.value
local deep = {}
for _ = 1, 98 do deep = { deep } end
print(select(2, pcall(first.set, first, deep)).id)       -- expect: bind.value
-- inside a transaction it reads as it will after the commit
bh.transaction(function()
  one("tags"):set { "t" }
  print(tag:get(), tag:detached(), first:get())          -- expect: s	true	t
  print(select(2, pcall(tag.set, tag, "Z")).id)          -- expect: bind.detached
end)
print(tag:get(), tag:detached())                         -- expect: s	true
-- an element that is behind the end and never was there is one that comes
one("tags[2]"):observe(function(v) print("tag", v) end)  -- expect: tag	s
one("tags"):push "u"                                     -- expect: tag	u
-- a lens on a place that has gone is detached too
local list = bh.model("n", { list = { 1, 2 } })
local lens = list("list[2]"):through { to = tostring, from = tonumber }
list("list"):set { 1 }
print(lens:get(), lens:detached())                       -- expect: 2	true
