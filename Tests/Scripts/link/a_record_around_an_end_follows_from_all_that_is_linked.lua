-- Contract 2, 3: what is derived from a whole record comes after the links of its fields, also of one that is linked later than others.
local bh = require "bindhost"
for length = 1, 4 do
  local cells, other, out = { bh.bindable(0) }, bh.bindable(0), bh.bindable ""
  local record, seen = bh.model("record" .. length, { field = 0 }), {}
  bh.bind(bh.computed(function()
    seen[#seen + 1] = record:get().field .. "/" .. other:get()
    return seen[#seen]
  end), out)
  for i = 1, length do
    cells[i + 1] = bh.bindable(0)
    bh.link(cells[i], cells[i + 1])
  end
  bh.link(record "field", cells[1])
  seen = {}
  bh.transaction(function()
    cells[#cells]:set(length)
    other:set(2)
  end)
  print(out:get(), table.concat(seen, " "))
end
-- expect: 1/2	1/2
-- expect: 2/2	2/2
-- expect: 3/2	3/2
-- expect: 4/2	4/2
