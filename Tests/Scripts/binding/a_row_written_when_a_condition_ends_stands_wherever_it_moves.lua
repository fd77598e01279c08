-- Contract 49: a row that is bound by its key, and is written by its place in the transaction that ends the condition, keeps what was
-- written, also where the list changes after that.
-- expect: removed before it	[{"id":2,"v":77},{"id":3,"v":3}]
-- expect: inserted before it	[{"id":9,"v":9},{"id":1,"v":1},{"id":2,"v":77},{"id":3,"v":3}]
-- expect: moved	[{"id":3,"v":3},{"id":1,"v":1},{"id":2,"v":77}]
-- expect: a field of it	[{"id":2,"v":2,"w":5},{"id":3,"v":3}]
local bh = require "bindhost"

local count = 0
local function try(what, write, change)
  count = count + 1
  local m = bh.model("m" .. count, { l = { { id = 1, v = 1 }, { id = 2, v = 2 }, { id = 3, v = 3 } } })
  local l, w = m "l", bh.bindable(true)
  bh.bind(bh.bindable { id = 2, v = 10 }, l:by("id", 2), { when = w })
  bh.transaction(function()
    w:set(false)
    write(m)
    change(l)
  end)
  print(what, bh.json.encode(l:get()))
end

local function row(m) m "l[2]":set { id = 2, v = 77 } end
try("removed before it", row, function(l) l:remove(1) end)
try("inserted before it", row, function(l) l:insert(1, { id = 9, v = 9 }) end)
try("moved", row, function(l) l:modify(function(rows) return { rows[3], rows[1], rows[2] } end) end)
try("a field of it", function(m) m:at "l[2].w":set(5) end, function(l) l:remove(1) end)
