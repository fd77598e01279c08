-- Contract 38, 50: an element is the same target by its index and by each of its keys, and so is what is in it.
local bh = require "bindhost"
local m = bh.model("m", { list = { { id = 1, name = "a", v = { w = 1 } }, { id = 2, name = "b", v = { w = 2 } } } })
local x, whole = bh.bindable(10), bh.bindable { id = 1, name = "a", v = { w = 5 } }
local list = m "list"
local index, id, name = list:at "[1]", list:by("id", 1), list:by("name", "a")
local function try(options, source, target, make)
  local ok, err = pcall(make or bh.bind, source, target, options)
  if ok then err:stop() end
  print(ok or err.id)
end
local h = bh.bind(x, index "v.w")
try(nil, x, id "v.w")                       -- expect: bind.two_writers
try(nil, x, name "v.w")                     -- expect: bind.two_writers
try(nil, whole, id)                         -- expect: bind.two_writers
try({ priority = 2 }, x, id "v.w")          -- expect: bind.two_writers
try(nil, x, id "v.w", bh.link)              -- expect: bind.two_writers
try(nil, x, list:by("id", 2) "v.w")         -- expect: true
h:stop()
try(nil, x, id "v.w")                       -- expect: true
h = bh.bind(whole, name)
try(nil, x, index "v.w")                    -- expect: bind.two_writers
try(nil, x, id "v.w")                       -- expect: bind.two_writers
try({ replace = true }, x, id "v.w")        -- expect: true
whole:set { id = 1, name = "a", v = { w = 6 } }
print(m "list[1].v.w":get())                -- expect: 10
-- What is reached by another path later is another place.
h = bh.bind(x, index "v.w")
list:insert(1, { id = 3, name = "c", v = { w = 3 } })   -- expect warning: bind.overwritten
try(nil, x, id "v.w")                       -- expect: true
