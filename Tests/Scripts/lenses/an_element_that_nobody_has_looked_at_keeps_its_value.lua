-- Contract 51: reads give the last value also if the element goes before anybody has read it.
local bh = require "bindhost"
local m = bh.model("m", { todos = { { id = 7, text = "a" } } })
local todo = m "todos":by("id", 7)
m "todos":set {}
print(todo:get().text, todo:detached())       -- expect: a	true
