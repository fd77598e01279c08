-- LUA_API `reset`: the default value is written; a place that the default does not have is cleared.
local bh = require "bindhost"
local json = bh.json.encode
local b = bh.bindable { n = 1, l = { { id = 1, v = "a" }, { id = 2, v = "b" } } }
b:set { n = 5, extra = 6, l = { { id = 3, v = "c" }, { id = 2, v = "d" } } }
b "n":reset()
b "extra":reset()
b "l":by("id", 2):reset()
b "l":by("id", 2) "v":set "e"
b "l":by("id", 2) "v":reset()
b "l[1].v":reset()
print(json(b:get()))                                    -- expect: {"l":[{"id":3,"v":"a"},{"id":2,"v":"b"}],"n":1}
local m = bh.model("m", {
  r = bh.field { type = "record", default = { x = 1 } }, map = bh.field { type = "map", of = "integer", default = { k = 1 } },
  nested = { x = 1 },
})
m "r.x":set(5)
m "map.k":set(5)
m "map.other":set(6)
m "nested.x":set(5)
for _, path in ipairs { "r.x", "map.k", "map.other", "nested.x" } do m(path):reset() end
print(json(m:get()))                                    -- expect: {"map":{"k":1},"nested":{"x":1},"r":{"x":1}}
