-- CONTRACT 52: a duplicate key raises at the write, also in a list that stands inside a keyed element.
local bh = require "bindhost"
local m = bh.model("m", { groups = { { id = "g", items = { { id = 1 } } } } })
local items = m "groups":by("id", "g"):at "items"
bh.each(items, { key = "id", insert = function(_, key) print("insert", key) end })
-- expect: insert	1
local ok, err = pcall(items.push, items, { id = 1 })
print(ok, err.id)                                   -- expect: false	bind.key
print(#items:get())                                 -- expect: 1
items:push { id = 2 }
-- expect: insert	2
