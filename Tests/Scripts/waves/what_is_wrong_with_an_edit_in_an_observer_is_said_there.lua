-- CONTRACT 8, 30, 38: what bindhost makes of a value by a function of its own (push, insert, remove, toggle, a write to a
-- place in a value) raises where it is written, also in an observer; a function of the script's is applied later.
local bh = require "bindhost"

local numbers = bh.field { type = "list", of = "integer", default = { 1, 2 } }
local m = bh.model("Edits", { numbers = numbers, people = bh.field { type = "list", default = { { id = 1, n = 1 } } } })
local kept = bh.state("edits", { numbers = numbers }, { store = "memory:" })
local cell = bh.bindable({ 1 })
local go = bh.bindable(0)

local function id(ok, err) return ok and "ok" or err.id end
local function try(fn) return id(pcall(fn)) end

go:observe(function()
  local list, person = m "numbers", m "people":by("id", 1)
  for _, ref in ipairs { list, kept "numbers" } do
    print(try(function() ref:push("a") end), try(function() ref:insert(9, 1) end), try(function() ref:remove(3) end))
    print(try(function() ref:toggle() end), try(function() ref:at("[1]"):set("b") end), try(function() ref:at("[7]"):set(1) end))
    -- expect: bind.type	bind.detached	bind.detached
    -- expect: bind.type	bind.type	bind.detached
    -- expect: bind.type	bind.detached	bind.detached
    -- expect: bind.type	bind.type	bind.detached
  end
  print(try(function() person "n.x":set(1) end), try(function() cell:toggle() end), try(function() cell:push(nil) end))
  -- expect: bind.nil_hop	bind.type	bind.value

  -- What is right is held as ever, each on what the one before has left.
  list:push(3)
  list:insert(1, 0)
  list:remove(2)
  m "numbers[2]":set(20)
  kept "numbers":push(3)
  cell:push(2)
  person "n":set(7)
end, { initial = false })
go:observe(function() print("committed", #m "numbers":get(), #kept "numbers":get(), #cell:get()) end, { initial = false })
-- expect: committed	2	2	1

go:set(1)
print(table.concat(m "numbers":get(), " "), table.concat(kept "numbers":get(), " "), table.concat(cell:get(), " "))
-- expect: 0 20 3	1 2 3	1 2
print(m "people[1].n":get())
-- expect: 7
-- Outside of callbacks an edit is done at once, and the functions of those who hear of it are applied in their turn as ever.
local m2, ys, runs = bh.bindable(0), bh.bindable({}), 0
ys:observe(function()
  m2:set(1)
  m2:modify(function(v) runs = runs + 1 return v + 1 end)
end, { initial = false })
ys:push(1)
bh.transaction(function() ys:push(2) end)
bh.bindable({ 1 }):at("[1]"):set(3)
print(m2:get(), runs)
-- expect: 2	2
