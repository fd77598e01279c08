-- Contract 49: an element that a condition has added, and that has to stay for others behind it, is empty for whoever goes on in it, whatever
-- their order is; it goes with the last of them.
local bh = require "bindhost"
local create = { create = true }
local function show(name, d) print(name, bh.json.encode(d:get())) end
for field_priority = 5, 7, 2 do
  local d = bh.bindable { l = { { id = 1 } } }
  local whole, field, third = bh.bindable(true), bh.bindable(true), bh.bindable(true)
  bh.bind(bh.bindable { id = 2, w = 5 }, d:at("l[2]", create), { when = whole, priority = 6 })
  bh.bind(bh.bindable(6), d:at("l[2].v", create), { when = field, priority = field_priority })
  bh.bind(bh.bindable { id = 3 }, d:at("l[3]", create), { when = third, priority = 4 })
  whole:set(false)
  show("the field alone", d)
  field:set(false)
  show("nothing", d)
  field:set(true)
  third:set(false)
  show("the last", d)
  field:set(false)
  show("none", d)
end
-- expect: the field alone	{"l":[{"id":1},{"v":6},{"id":3}]}
-- expect: nothing	{"l":[{"id":1},{},{"id":3}]}
-- expect: the last	{"l":[{"id":1},{"v":6}]}
-- expect: none	{"l":[{"id":1}]}
-- expect: the field alone	{"l":[{"id":1},{"v":6},{"id":3}]}
-- expect: nothing	{"l":[{"id":1},{},{"id":3}]}
-- expect: the last	{"l":[{"id":1},{"v":6}]}
-- expect: none	{"l":[{"id":1}]}

-- One that begins later; a list in the element; a field that was there.
local d = bh.bindable { l = {} }
local draft, tag, text, last = bh.bindable(true), bh.bindable(false), bh.bindable(false), bh.bindable(true)
bh.bind(bh.bindable { text = "draft" }, d:at("l[1]", create), { when = draft, priority = 2 })
bh.bind(bh.bindable "t", d:at("l[1].tags[1]", create), { when = tag, priority = 1 })
bh.bind(bh.bindable { text = "draft" }, d:at("l[2]", create), { when = draft, priority = 2 })
bh.bind(bh.bindable "u", d:at("l[2].text", create), { when = text, priority = 1 })
bh.bind(bh.bindable "last", d:at("l[3]", create), { when = last })
draft:set(false)
show("left", d)                                  -- expect: left	{"l":[{"text":"draft"},{"text":"draft"},"last"]}
tag:set(true)
text:set(true)
show("taken", d)                                 -- expect: taken	{"l":[{"tags":["t"]},{"text":"u"},"last"]}
last:set(false)
text:set(false)
show("the first", d)                             -- expect: the first	{"l":[{"tags":["t"]}]}
tag:set(false)
show("none", d)                                  -- expect: none	{"l":[]}

-- A place in it goes after it.
d = bh.bindable { l = { 1 } }
local place, element, behind = bh.bindable(true), bh.bindable(true), bh.bindable(true)
bh.bind(bh.bindable(5), d:at("l[2].w.q", create), { when = place, priority = 4 })
bh.bind(bh.bindable(6), d:at("l[3]", create), { when = behind, priority = 3 })
bh.bind(bh.bindable { id = 2 }, d:at("l[2]", create), { when = element, priority = 2 })
bh.transaction(function()
  place:set(false)
  element:set(false)
end)
show("left", d)                                  -- expect: left	{"l":[1,{"id":2},6]}
behind:set(false)
show("none", d)                                  -- expect: none	{"l":[1]}

-- Who has it by its key has the same.
d = bh.bindable { l = {} }
local by_key, by_index, after = bh.bindable(false), bh.bindable(false), bh.bindable(false)
bh.bind(bh.bindable { id = 1, v = 5 }, d "l":by("id", 1), { when = by_key })
bh.bind(bh.bindable { id = 1, v = 4 }, d:at("l[1]", create), { when = by_index })
bh.bind(bh.bindable(6), d:at("l[2]", create), { when = after })
by_index:set(true)
by_key:set(true)
after:set(true)
by_index:set(false)
by_key:set(false)
show("left", d)                                  -- expect: left	{"l":[{"id":1,"v":5},6]}
after:set(false)
show("none", d)                                  -- expect: none	{"l":[]}
