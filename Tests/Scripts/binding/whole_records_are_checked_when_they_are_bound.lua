-- CONTRACT 38, 39: field by field, with the nearest name; a field that may be nil keeps its nil.
local bh = require "bindhost"
local source = bh.model("source", { name = "n", age = 1, note = bh.field { type = "string", optional = true } })
local function tried(name, fields)
  local _, err = pcall(bh.bind, source, bh.model(name, fields))
  print(err.id, err.message)
end
tried("one", { name = 1, age = 1, note = bh.field { type = "string", optional = true } })
-- expect: bind.type	one.name: integer expected, source.name is of type string
tried("names", { nam = "", age = 1, note = bh.field { type = "string", optional = true } })
-- expect: bind.path	names: unknown field 'name'
tried("required", { name = "", age = 1, note = "" })
-- expect: bind.type	required.note is required, source.note is optional and may be nil
local function with_default(name)
  return bh.model(name, { note = bh.field { type = "string", optional = true, default = "none" }, n = 1 })
end
local one, two = with_default "first", with_default "second"
local link = bh.link(one, two)
one:update { note = bh.null }
print(one "note":get(), two "note":get(), link "status":get())   -- expect: nil	nil	ok
two "note":set "words"
print(one "note":get())                                          -- expect: words
local three = with_default "three"
three "note":set(nil)
local gate = bh.bindable(true)
bh.bind(one, three, { when = gate })
print(three "note":get())                                        -- expect: words
gate:set(false)
print(three "note":get())                                        -- expect: nil
