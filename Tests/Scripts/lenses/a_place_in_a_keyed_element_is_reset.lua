local bh = require "bindhost"
local m = bh.model("m", { list = { { id = 1, note = "a" } } })
local one = m("list"):by("id", 1)
one("note"):reset()
print(bh.json.encode(m("list"):get()))                   -- expect: [{"id":1}]
print(select(2, pcall(one.reset, one)).id)               -- expect: bind.value
