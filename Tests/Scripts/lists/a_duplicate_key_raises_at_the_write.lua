-- CONTRACT 52: before any change is delivered, and the list stays as it was.
local bh = require "bindhost"
local list = bh.bindable { { id = 1 }, { id = 2 } }
local handle = bh.each(list, { key = "id", insert = function(_, key) print("insert", key) end })
-- expect: insert	1
-- expect: insert	2
list:observe(function(l) print("length", #l) end)        -- expect: length	2
local ok, err = pcall(list.push, list, { id = 2 })
print(ok, err.id)                                        -- expect: false	bind.key
print(select(2, pcall(list.push, list, { name = "no key" })).id)   -- expect: bind.key
print(select(2, pcall(list.push, list, { id = {} })).id)           -- expect: bind.key
bh.transaction(function() print((pcall(list.push, list, { id = 1 }))) end)   -- expect: false
print(#list:get())                                       -- expect: 2
handle:stop()
list:push { id = 2 }                                     -- expect: length	3
print(select(2, pcall(bh.each, list, { key = "id" })).id)          -- expect: bind.key
print(select(2, pcall(bh.each, list, { kye = "id" })).id)          -- expect: bind.unknown_option
print(select(2, pcall(bh.each, bh.model("m", { n = 1 }) "n", { key = "id" })).id)   -- expect: bind.type
