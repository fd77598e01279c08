-- Contract 32, 34: what an item's callback has written may be refused when it is applied: the callback is cleaned up after as if it had raised, and the
-- item goes on.
local bh = require "bindhost"
bh.on_error(function(err) print("told", err.id) end)
local model = bh.model("model", { list = { { id = 1, seen = 0 } } })
local seen, people = model "list":by("id", 1) "seen", bh.bindable {}
people:observe(function() model "list":set {} end, { initial = false })
local each = bh.each(people, {
  key = "id",
  insert = function(_, key)
    bh.on_close(function() print("clean up after insert", key) end)
    seen:set(1)
  end,
  update = function(_, new)
    bh.on_close(function() print("clean up after update", new.age) end)
    print("update", new.age)
  end,
  remove = function(_, key) print("remove", key) end,
})
people:set { { id = "a", age = 1 } }
-- expect: clean up after insert	a
-- expect: told	bind.detached
people:at("[1].age"):set(2) -- expect: update	2
people:set {}
-- expect: remove	a
-- expect: clean up after update	2
each:stop()
