-- Contract 51: its path is that of the moment; the model finds the same place by it.
local bh = require "bindhost"
local m = bh.model("m", { list = { { id = 1, n = "a" }, { id = 2, n = "b" } } })
local second = m "list":by("id", 2)
print(second:path(), second "n":path())      -- expect: list[2]	list[2].n
m "list":insert(1, { id = 9, n = "z" })
print(m(second "n":path()):get())            -- expect: b
m "list":remove(3)
print(second:path(), second:detached())      -- expect: list[3]	true
