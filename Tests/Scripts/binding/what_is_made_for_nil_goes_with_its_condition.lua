-- Contract 49: what was made around a place of which the source has become nil goes with the condition too, and stays as long as another
-- binding makes it; what was there before stays.
local bh = require "bindhost"
local create = { create = true }
local function show(name, d) print(name, bh.json.encode(d:get()), d:has_value()) end
local source, when, d = bh.bindable(1), bh.bindable(true), bh.bindable { z = 1 }
bh.bind(source, d:at("a.b.c", create), { when = when })
source:set(nil)
show("nil", d)                                   -- expect: nil	{"a":{"b":{}},"z":1}	true
when:set(false)
show("gone", d)                                  -- expect: gone	{"z":1}	true
when:set(true)
show("nil", d)                                   -- expect: nil	{"a":{"b":{}},"z":1}	true
source:set(2)
when:set(false)
show("gone", d)                                  -- expect: gone	{"z":1}	true

-- two of them, one of nothing
d = bh.bindable()
source:set(1)
local on, off = bh.bindable(true), bh.bindable(true)
bh.bind(source, d:at("a.b", create), { when = on })
bh.bind(bh.bindable(2), d:at("a.c", create), { when = off })
source:set(nil)
off:set(false)
show("one", d)                                   -- expect: one	{"a":{}}	true
on:set(false)
show("none", d)                                  -- expect: none	null	false

-- what is around them was there
d = bh.bindable { a = {} }
bh.bind(source, d:at("a.b", create), { when = on })
bh.bind(bh.bindable(2), d:at("a.c", create), { when = off })
for _, first in ipairs { on, off } do
  on:set(true)
  off:set(true)
  first:set(false)
  on:set(false)
  off:set(false)
  print(d:get().a ~= nil)
end
-- expect: true
-- expect: true

-- in an element
d = bh.bindable { { id = 1 } }
bh.bind(bh.bindable(5), d:by("id", 1):at("x.y", create), { when = on })
on:set(true)
show("element", d)                               -- expect: element	[{"id":1,"x":{"y":5}}]	true
on:set(false)
show("element", d)                               -- expect: element	[{"id":1}]	true
