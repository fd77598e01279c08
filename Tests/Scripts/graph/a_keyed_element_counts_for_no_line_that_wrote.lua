-- Contract 70: a line of `bh.stats().lines` is one that made what runs. Looking at an element by its key runs no function
-- of a script's, and the line that wrote the list has made nothing.
local bh = require "bindhost"
local m = bh.model("m", { todos = { { id = 7, text = "a" } } })
m "todos":by("id", 7):observe(function() end)
m "todos":set { { id = 7, text = "b" } }
m "todos":set { { id = 7, text = "c" } }
for _, line in ipairs(bh.stats().lines) do print(line.line, line.runs, line.wasted) end   -- expect: 5	3	0
