-- CONTRACT 52 and 53
local bh = require "bindhost"
local m = bh.model("m", { todos = { { id = 1, text = "a" }, { id = 2, text = "b" } } })
local todos = m "todos"
local handle = bh.each(todos, { key = "id",
  insert = function(ref, key, i) print("insert", ref:get().text, key, i) end,   -- expect: insert	a	1	1
  remove = function(value, key, i) print("remove", value.text, key, i) end,     -- expect: insert	b	2	2
  move = function(ref, key, from, to) print("move", ref:get().text, key, from, to) end,
  update = function(ref, new, old) print("update", new.text, old.text, ref:get().text) end,
})
todos:insert(1, { id = 3, text = "c" })                  -- expect: insert	c	3	1
todos:set { { id = 1, text = "a" }, { id = 2, text = "b" }, { id = 3, text = "c" } }   -- expect: move	c	3	1	3
m("todos[2].text"):set("B")                              -- expect: update	B	b	B
todos:remove(1)                                          -- expect: remove	a	1	1
bh.transaction(function()
  todos:push { id = 9, text = "gone before anybody saw it" }
  todos:remove(3)
end)
todos:set {}                                             -- expect: remove	c	3	2
                                                         -- expect: remove	B	2	1
handle:stop()
todos:push { id = 1, text = "nobody" }
print(#todos:get())                                      -- expect: 1
