-- CONTRACT 30, 38: what is declared, and is no list, has no elements.
local bh = require "bindhost"
local m = bh.model("m", { name = "", p = { x = 1 }, any = bh.field { type = "any" }, map = bh.field { type = "map", default = {} }, list = {} })
local function try(cell)
  local ok, err = pcall(cell.by, cell, "id", 1)
  print(ok, err.id, err.message)
end
try(m "name")                                             -- expect: false	bind.type	Ref:by: m.name is no list: it is declared as string
try(m "p")                                                -- expect: false	bind.type	Ref:by: m.p is no list: it is declared as record
try(m "map")                                              -- expect: false	bind.type	Ref:by: m.map is no list: it is declared as map
try(m)                                                    -- expect: false	bind.type	Ref:by: m is no list: it is declared as record
-- what is not declared is looked at when it is there
m "any":set { { id = 1, v = "a" } }
print(m "any":by("id", 1) "v":get())                      -- expect: a
print(m "list":by("id", 1):detached())                    -- expect: true
print(bh.bindable(3):by("id", 1):detached())              -- expect: true
for _, each in ipairs { bh.each, bh.ui.each } do
  print(select(2, pcall(each, m "name", each == bh.each and {} or function() end, {})).message)
end
-- expect: bh.each: m.name is no list: it is declared as string
-- expect: ui.each: m.name is no list: it is declared as string
m "name":by("id", 1)
-- expect error: bind.type
-- expect stderr: field with type = "list"
