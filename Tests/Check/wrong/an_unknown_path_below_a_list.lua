local bh = require "bindhost"
local todo = bh.model("todo", { items = { { title = "a", done = false } } })
bh.bind(todo "itmes", function() end)
-- finds 3:15: error: todo: unknown field 'itmes' (did you mean 'items'?) [bind.path]
