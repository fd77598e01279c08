-- Contract 51: every write of what cannot be written says so, also an update that names no field; where fields could be
-- merged it changes nothing.
local bh = require "bindhost"
local m = bh.model("m", {
  i = 1, words = { "a" }, r = { a = 1 }, keys = bh.field { type = "map", of = "record", default = { k = { a = 1 } } },
  may = bh.field { type = "record", optional = true }, items = bh.field { type = "list", of = "record", default = { { id = 1, sub = { z = 1 } } } },
})
local told = 0
m:observe(function() told = told + 1 end, { initial = false })
local function id(ref)
  local ok, err = pcall(ref.update, ref, {})
  return ok and tostring(err) or err.id
end

print(id(m "i":map(tostring)), id(bh.computed(function() return {} end)))   -- expect: bind.read_only	bind.read_only
print(id(m "i"), id(m "words"))                   -- expect: bind.type	bind.type
print(id(m), id(m "r"), id(m "keys"), id(m "may"), id(bh.bindable(1)))      -- expect: true	true	true	true	true
print(id(m "items[9]"), id(m "items":by("id", 9)), id(m "items":by("id", 9) "sub"), id(m "may.x.y"))
-- expect: bind.detached	bind.detached	bind.detached	bind.nil_hop
print(id(m "items[2]"), id(m "keys.other"), id(m "items":by("id", 1) "sub"), id(m:at("may.x", { create = true })))
-- expect: true	true	true	true
local item = m "items[1]"
item:get()
m "items":set {}
print(id(item), told, bh.json.encode(m "keys":get()))    -- expect: bind.detached	1	{"k":{"a":1}}

-- In a callback as well, and not in a function that only computes.
local go = bh.bindable(0)
go:observe(function(new) if new == 1 then print(id(m "items[9]"), id(m "r")) end end)
go:set(1)                                         -- expect: bind.detached	true
local pure = bh.computed(function() return id(m "r") end)
print(pure:get())                                 -- expect: bind.pure

-- A loadable's cells are read-only for every kind of write.
local value = bh.loadable { load = function() return 1 end } "value"
for _, write in ipairs { { "push", 1 }, { "update", {} }, { "modify", print }, { "toggle" }, { "insert", 1, 1 }, { "remove", 1 } } do
  local _, err = pcall(value[write[1]], value, table.unpack(write, 2))
  print(write[1], err.id)
end
-- expect: push	bind.read_only
-- expect: update	bind.read_only
-- expect: modify	bind.read_only
-- expect: toggle	bind.read_only
-- expect: insert	bind.read_only
-- expect: remove	bind.read_only
