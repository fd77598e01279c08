-- Contract 55: a history of a place takes back and makes again the removal of what is around it; what others have written
-- there since stands.
local bh = require "bindhost"
local json = bh.json.encode
local m = bh.model("m", { xs = { { id = 1, v = 3 }, { id = 2, v = 0 } } })
local h = bh.history { cells = { m "xs":by("id", 1) "v" } }
m "xs":remove(1)
print(h:undo(), json(m "xs":get()))             -- expect: true	[{"id":1,"v":3},{"id":2,"v":0}]
print(h:redo(), json(m "xs":get()))             -- expect: true	[{"id":2,"v":0}]
m "xs":set { { id = 1, v = 7 }, { id = 2, v = 0 } }
print(h:undo(), json(m "xs":get()))             -- expect: true	[{"id":2,"v":0}]
print(h:redo(), json(m "xs":get()))             -- expect: true	[{"id":1,"v":7},{"id":2,"v":0}]
local k = bh.bindable { q = { r = 1, s = 1 } }
local g = bh.history { cells = { k "q.r" } }
k "q":set(nil)
print(g:undo(), json(k:get()))                  -- expect: true	{"q":{"r":1,"s":1}}
print(g:redo(), json(k:get()))                  -- expect: true	{}
g:undo()
k "q.s":set(8)
print(g:redo(), json(k:get()))                  -- expect: true	{"q":{"s":8}}
local l = bh.bindable { ys = { { v = 1 }, { v = 2 } } }
local i = bh.history { cells = { l "ys[2].v" } }
l "ys":set { { v = 1 } }
print(i:undo(), json(l:get()))                  -- expect: true	{"ys":[{"v":1},{"v":2}]}
print(i:redo(), json(l:get()))                  -- expect: true	{"ys":[{"v":1}]}

-- Several elements of one list, and one that others have added since.
local list = bh.bindable { { k = 1 }, { k = 2 }, { k = 3 } }
local elements = bh.history { cells = { list "[2].k", list "[3].k" } }
list:set { { k = 1 } }
elements:undo()
list:push { k = 9 }
elements:redo()
print(bh.json.encode(list:get()))                       -- expect: [{"k":1},{"k":9}]
