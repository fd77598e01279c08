-- LUA_API "options are never ignored": min= and max= of a field that is no number, and a one_of= that names nothing, are
-- mistakes, and the message says what does it.
local bh = require "bindhost"
local function refused(declaration)
  local ok, err = pcall(bh.field, declaration)
  print(ok, err.id, err.message, err.notes and err.notes[1] or "")
end
refused { default = "abc", max = 2 }
-- expect: false	bind.argument	bh.field: option 'max' belongs to numbers, not to string	give check=fn, which gets the value and may look at its length or its elements
refused { default = { 1 }, min = 1 }
-- expect: false	bind.argument	bh.field: option 'min' belongs to numbers, not to list	give check=fn, which gets the value and may look at its length or its elements
refused { type = "list", of = "integer", default = { 5 }, min = 3, max = 5 }
-- expect: false	bind.argument	bh.field: option 'min' belongs to numbers, not to list of integer	give check=fn, which gets the value and may look at its length or its elements
for _, word in ipairs { "boolean", "record", "map" } do
  print(pcall(bh.field, { type = word, optional = true, max = 1 }) and "taken" or "refused", word)
end
-- expect: refused	boolean
-- expect: refused	record
-- expect: refused	map
refused { type = "string", optional = true, one_of = {} }
-- expect: false	bind.argument	bh.field: option 'one_of': at least one value expected, got an empty list	give check=fn, if a function is to say what fits

-- Numbers have limits, and what may be any value has them for its numbers.
local m = bh.model("m", {
  n = bh.field { type = "number", default = 5, min = 1, max = 9 }, i = bh.field { default = 5, max = 9 },
  any = bh.field { type = "any", default = 5, min = 3 },
})
print(m "n":set(10), m "i":set(9), m "i":set(10) == nil, m "any":set(1) == nil, m "any":set("x"))
-- expect: nil	true	true	true	true
