-- Contract 52: also where the list is a place inside what a field holds, and whichever part of it is written.
local bh = require "bindhost"
local m = bh.model("m", { g = bh.field { type = "any", default = { items = { { id = 1 } } } } })
local each = bh.each(m "g.items", { key = "id", insert = function(_, key) print("insert", key) end })   -- expect: insert	1
local function try(fn)
  local ok, err = pcall(fn)
  print(ok, err and err.id)
end
try(function() m "g.items":set { { id = 1 }, { id = 1 } } end)         -- expect: false	bind.key
try(function() m "g":set { items = { { id = 2 }, { id = 2 } } } end)   -- expect: false	bind.key
try(function() m "g":set { other = 1 } end)                            -- expect: true	nil
try(function() m "g":set { items = { { id = 3 } } } end)               -- expect: insert	3
-- expect: true	nil
each:stop()
try(function() m "g":set { items = { { id = 2 }, { id = 2 } } } end)   -- expect: true	nil
