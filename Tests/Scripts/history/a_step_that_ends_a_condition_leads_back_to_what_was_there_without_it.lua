-- Contract 55, 49: what is written by hand in the transaction that ends a condition is a step from what the target held without the binding. One
-- step back the condition holds again, and when it ends once more that comes back.
local bh = require "bindhost"
local create = { create = true }
local kinds = {
  value = { function() return bh.bindable(1) end, function(d) return d end, 5, function(d) d:set(9) end },
  field = {
    function() return bh.model("field", { x = 1 }) end, function(d) return d "x" end, 5, function(d) d "x":set(9) end,
  },
  record = {
    function() return bh.model("record", { q = { u = 1, v = 2 } }) end, function(d) return d "q" end, { u = 5, v = 6 },
    function(d) d "q":set { u = 9, v = 9 } end,
  },
  place = {
    function() return bh.bindable { p = { x = 1 } } end, function(d) return d "p.x" end, 5, function(d) d "p":set { x = 9 } end,
  },
  element = {
    function() return bh.bindable { l = { 1 } } end, function(d) return d:at("l[2]", create) end, 5,
    function(d) d "l":set { 8, 9 } end,
  },
  made = {
    function() return bh.bindable { z = 1 } end, function(d) return d:at("a.b", create) end, 5, function(d) d "a":set { b = 9 } end,
  },
}
local function text(d) return bh.json.encode(d:get()) end
local function try(kind)
  local make, place, given, write = table.unpack(kinds[kind])
  local d, on = make(), bh.bindable(true)
  local history = bh.history { cells = { d, on } }
  bh.bind(bh.bindable(given), place(d), { when = on })
  bh.transaction(function()
    on:set(false)
    write(d)
  end)
  local after = text(d)
  history:undo()
  local undone = text(d)
  on:set(false)
  local off = text(d)
  history:undo()
  history:redo()
  print(kind, after, undone, off, text(d))
end
try "value"   -- expect: value	9	5	1	1
try "field"   -- expect: field	{"x":9}	{"x":5}	{"x":1}	{"x":1}
try "record"  -- expect: record	{"q":{"u":9,"v":9}}	{"q":{"u":5,"v":6}}	{"q":{"u":1,"v":2}}	{"q":{"u":1,"v":2}}
try "place"   -- expect: place	{"p":{"x":9}}	{"p":{"x":5}}	{"p":{"x":1}}	{"p":{"x":1}}
try "element" -- expect: element	{"l":[8,9]}	{"l":[1,5]}	{"l":[1]}	{"l":[1]}
try "made"    -- expect: made	{"a":{"b":9},"z":1}	{"a":{"b":5},"z":1}	{"z":1}	{"z":1}
