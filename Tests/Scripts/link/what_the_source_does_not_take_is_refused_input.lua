-- CONTRACT 28, 45: a value that the source does not take by its type or its key is invalid input, however often.
local bh = require "bindhost"
bh.on_error(function(e) print("reported", e.id) end)
local m = bh.model("m", { age = 36, list = { { id = 1 }, { id = 2 } } })
local text = bh.bindable ""
local link = bh.link(m "age", text, { to = tostring, from = tonumber })
for i = 1, 12 do text:set(i .. ".5") end
print(m("age"):get(), text:get(), link "status":get(), link "input":get(), link "error":get().id)   -- expect: 36	12.5	invalid	12.5	bind.type
text:set "x"
print(m("age"):get(), link "status":get())     -- expect: 36	invalid
text:set "37"
print(m("age"):get(), link "status":get())     -- expect: 37	ok
bh.each(m "list", { key = "id" })
local id = bh.bindable(0)
local second = bh.link(m "list[2].id", id)
id:set(1)
print(m("list[2].id"):get(), second "status":get(), second "error":get().id)   -- expect: 2	invalid	bind.key
id:set(3)
print(m("list[2].id"):get(), second "status":get())   -- expect: 3	ok
