local bh = require "bindhost"
local m = bh.model("m", {
  age = bh.field { default = 36, type = "integer", min = 0, max = 150 },
  size = bh.field { default = "m", one_of = { "s", "m", "l" } },
  email = bh.field { default = "a@b.c", check = function(v) return v:find("@", 1, true) ~= nil, "not an address" end },
  note = bh.field { type = "string", optional = true },
  name = "Ada",
})
print(m("age"):set(40), m("age"):get())  -- expect: true	40
local ok, err = m("age"):set(-1)
print(ok, err.id, m("age"):get())  -- expect: nil	bind.invalid	40
print(m("age"):set(41.0), math.type(m("age"):get()))  -- expect: true	integer
local typed, why = pcall(function() m("age"):set("old") end)
print(typed, why.id)  -- expect: false	bind.type
print(select(2, m("size"):set("xl")).id, m("size"):get())  -- expect: bind.invalid	m
print(select(2, m("email"):set("nobody")).message:find("not an address", 1, true) ~= nil)  -- expect: true
local missing, reason = pcall(function() m("name"):set(nil) end)
print(missing, reason.id)  -- expect: false	bind.type
m("note"):set("x")
m:update { note = bh.null }
print(m("note"):get())  -- expect: nil
-- A default is held to the rules of its field, and what is refused says that it is one.
local ok, why = pcall(bh.model, "signup", { name = bh.field { default = "", check = function(v) return #v > 1, "two letters" end } })
print(ok, why.id, why.notes[1])
-- expect: false	bind.invalid	it is the field's own default, which has to be one that the field takes
