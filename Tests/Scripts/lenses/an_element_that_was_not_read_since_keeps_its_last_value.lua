-- Contract 51: the last value is the one that it held when it went, not the one that somebody read last.
local bh = require "bindhost"
local m = bh.model("m", { todos = { { id = 7, text = "v0" }, { id = 8, text = "x" } } })
local todo = m "todos":by("id", 7)
m "todos":set { { id = 7, text = "v1" }, { id = 8, text = "x" } }
m "todos":set { { id = 8, text = "x" } }
print(todo:get().text, todo:detached())            -- expect: v1	true
m "todos":push { id = 7, text = "v2" }
m "todos":modify(function(list) list[2].text = "v3" return list end)
m "todos":set {}
print(todo:get().text, todo:at "text":get())       -- expect: v3	v3
-- what a list's item was last, too
local kept
bh.each(m "todos", { key = "id", insert = function(ref) kept = ref end })
m "todos":set { { id = 1, text = "a" } }
m "todos":set { { id = 1, text = "b" } }
m "todos":set {}
print(kept:get().text)                             -- expect: b
-- in a map of lists
local g = bh.model("g", { groups = bh.field { type = "map", default = { a = { { id = 1, n = 1 } } } } })
local one = g 'groups["a"]':by("id", 1)
g 'groups["a"]':set { { id = 1, n = 2 } }
g "groups":set {}
print(one:get().n, one:detached())                 -- expect: 2	true
