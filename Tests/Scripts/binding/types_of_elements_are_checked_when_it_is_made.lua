-- CONTRACT 38: what the elements of a list and the values of a map are declared to be is known when they are bound.
local bh = require "bindhost"
local m = bh.model("m", {
  s = "s", i = 1, n = 1.5, r = { a = 1 }, maybe = bh.field { type = "integer", optional = true },
  numbers = bh.field { type = "list", of = "integer", default = { 1 } },
  words = bh.field { type = "list", of = "string", default = { "a" } },
  map = bh.field { type = "map", of = "integer", default = { k = 1 } },
  items = bh.field { type = "list", of = "record", default = { { id = 1, v = 1 } } },
  maps = bh.field { type = "list", of = "map", default = { { k = 1 } } },
  free = { 1 },
})
local function try(from, to, make)
  local ok, made = pcall(make or bh.bind, from, to)
  if ok then made:stop() end
  print(ok or made.id)
end
try(m "numbers[1]", m "s")                           -- expect: bind.type
try(m "s", m "numbers[1]")                           -- expect: bind.type
try(m "s", m "map.k")                                -- expect: bind.type
try(m "map.k", m "s")                                -- expect: bind.type
try(m "numbers", m "numbers[1]")                     -- expect: bind.type
try(m "items[1]", m "s")                             -- expect: bind.type
try(m "items":by("id", 1), m "i")                    -- expect: bind.type
try(m "i", m "items":by("id", 1))                    -- expect: bind.type
try(m "maps[1]", m "words[1]")                       -- expect: bind.type
try(m "numbers[1]", m "words[1]", bh.link)           -- expect: bind.type
-- what an element may never be is nil; a key that is written nil goes
try(m "maybe", m "numbers[1]")                       -- expect: bind.type
try(m "maybe", m "map.k")                            -- expect: true
-- what fits, and what is only known when it arrives
try(m "numbers[1]", m "i")                           -- expect: true
try(m "i", m "map.new")                              -- expect: true
try(m "numbers[1]", m "n")                           -- expect: true
try(m "items":by("id", 1) "v", m "i")                -- expect: true
try(m "free[1]", m "i")                              -- expect: true
try(m "r", m "items[1]")                             -- expect: true
try(bh.bindable(7), m "numbers[1]")                  -- expect: true
print(m "numbers[1]":get(), m "map.new":get())       -- expect: 7	1
