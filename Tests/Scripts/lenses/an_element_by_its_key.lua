-- CONTRACT 51
local bh = require "bindhost"
local m = bh.model("m", { todos = { { id = 1, text = "a" }, { id = 2, text = "b", tags = { "x" } } } })
local two = m("todos"):by("id", 2)
print(two == m("todos"):by("id", 2), two:writable(), two:detached())   -- expect: true	true	false
local runs = 0
two:observe(function(v) runs = runs + 1 print("two", v.text) end)      -- expect: two	b
m("todos[1].text"):set("A")                              -- another element
m("todos"):insert(1, { id = 0, text = "z" })             -- it moves
print(runs)                                              -- expect: 1
two("text"):set("B")                                     -- expect: two	B
two:update { text = "BB" }                               -- expect: two	BB
two("tags"):push("y")                                    -- expect: two	BB
print(m("todos[3].text"):get(), #m("todos[3].tags"):get())   -- expect: BB	2
m("todos"):remove(3)
print(two:get().text, two:detached())                    -- expect: BB	true
print(select(2, pcall(two.set, two, {})).id)             -- expect: bind.detached
print(select(2, pcall(two("text").set, two "text", "no")).id)   -- expect: bind.detached
m("todos"):push { id = 2, text = "back" }                -- expect: two	back
two("text"):set("again")                                 -- expect: two	again
print(two:detached(), runs)                              -- expect: false	6
local never = m("todos"):by("id", 77)
print(never:get(), never:detached())                     -- expect: nil	true
-- a lens can be an end of a link
local text = bh.bindable("")
bh.link(two "text", text)
text:set("typed")                                        -- expect: two	typed
print(m("todos"):get()[3].text)                          -- expect: typed
