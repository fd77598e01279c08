-- What the default has there is written; what it does not have is cleared.
local bh = require "bindhost"
local m = bh.model("m", { list = { { id = 1, note = "a" } } })
local one = m("list"):by("id", 1)
one("note"):set "b"
one("note"):reset()
print(bh.json.encode(m("list"):get()))                   -- expect: [{"id":1,"note":"a"}]
m("list"):push { id = 2, note = "c" }
local two = m("list"):by("id", 2)
two("note"):reset()
print(bh.json.encode(two:get()))                         -- expect: {"id":2}
print(select(2, pcall(two.reset, two)).id)               -- expect: bind.value
