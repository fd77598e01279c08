-- LUA_API `update`: a record is merged deeply, whatever declares it; lists are replaced, `bh.null` clears, `{}` changes nothing.
local bh = require "bindhost"
local json = bh.json.encode
local fields = {
  hosts = bh.field { type = "map", of = "record", default = { a = { up = true, load = 1 }, b = { up = false } } },
  any = bh.field { type = "any", default = { a = { p = 1, l = { 1, 2 } }, b = 2 } },
  record = bh.field { type = "record", optional = true, default = { a = { p = 1 }, b = 2 } },
}
for _, m in ipairs { bh.model("m", fields), bh.state("s", fields, { store = "memory:" }) } do
  m "hosts":update { a = { load = 2 } }
  print(json(m "hosts":get()))                          -- expect: {"a":{"load":2,"up":true},"b":{"up":false}}
  m:update { hosts = { a = { load = 3 } } }
  print(json(m "hosts":get()))                          -- expect: {"a":{"load":3,"up":true},"b":{"up":false}}
  m:update { hosts = { a = { load = bh.null }, b = bh.null } }
  print(json(m "hosts":get()))                          -- expect: {"a":{"up":true}}
  m:update { any = { a = { q = 1, l = { 3 } } }, record = { a = { q = 1 } } }
  print(json(m "any":get()), json(m "record":get()))    -- expect: {"a":{"l":[3],"p":1,"q":1},"b":2}	{"a":{"p":1,"q":1},"b":2}
  m:update { hosts = {}, record = {} }
  print(json(m "hosts":get()), json(m "record":get()))  -- expect: {"a":{"up":true}}	{"a":{"p":1,"q":1},"b":2}
end
-- expect: {"a":{"load":2,"up":true},"b":{"up":false}}
-- expect: {"a":{"load":3,"up":true},"b":{"up":false}}
-- expect: {"a":{"up":true}}
-- expect: {"a":{"l":[3],"p":1,"q":1},"b":2}	{"a":{"p":1,"q":1},"b":2}
-- expect: {"a":{"up":true}}	{"a":{"p":1,"q":1},"b":2}

-- `{}` is a record without fields where a record is, at any depth; null clears also where there was no record before.
local deep = bh.model("deep", {
  hosts = bh.field { type = "map", of = "record", default = { a = { x = 1 } } }, free = bh.field { type = "any", default = { a = 1 } },
})
deep:update { hosts = { a = {} }, free = {} }
print(json(deep:get()))                                 -- expect: {"free":{"a":1},"hosts":{"a":{"x":1}}}
deep:update { free = { a = { b = bh.null, c = 2 } } }
print(json(deep "free":get()))                          -- expect: {"a":{"c":2}}
deep "free":set { 1, 2 }
deep:update { free = {} }
print(#deep "free":get())                               -- expect: 0
