-- Contract 23 and 51: inside a transaction a place that it has taken away reads as it will after the commit.
local bh = require "bindhost"
local m = bh.model("m", {
  list = { 1, 2, 9 }, todos = { { id = 7, text = "a" } },
  hosts = bh.field { type = "map", default = { a = 1 } },
})
local third, todo, host = m "list[3]", m "todos":by("id", 7), m 'hosts["a"]'
m "todos":set { { id = 7, text = "b" } }           -- nobody reads it
bh.transaction(function()
  m "list":set {}
  m "todos":set {}
  m "hosts":set { b = 2 }
  print(third:get(), third:detached())             -- expect: 9	true
  print(todo:get().text, todo:detached())          -- expect: b	true
  print(host:get(), host:detached())               -- expect: 1	true
  print(select(2, pcall(host.set, host, 5)).id)    -- expect: bind.detached
end)
print(third:get(), todo:get().text, host:get())    -- expect: 9	b	1
-- what is itself written nil is gone because somebody wanted so
m "hosts":set { a = 3 }
bh.transaction(function()
  host:set(nil)
  print(host:get())                                -- expect: nil
  host:set(4)
end)
print(host:get())                                  -- expect: 4
