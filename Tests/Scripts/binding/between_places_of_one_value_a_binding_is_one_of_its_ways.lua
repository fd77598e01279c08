-- Contract 2, 3, 51: where one place of a value follows another, what is derived from the whole sees both as they are, whichever was made first.
local bh = require "bindhost"
local todos = bh.bindable { { id = 1, price = 10, copy = 10 } }
local item, seen, total = todos:by("id", 1), {}, bh.bindable(0)
bh.bind(item:map(function(v)
  seen[#seen + 1] = v.price .. "/" .. v.copy
  return v.price + v.copy
end), total)
bh.bind(item:at "price", item:at "copy")
seen = {}
item:at "price":set(7)
print(total:get(), table.concat(seen, " ")) -- expect: 14	7/7

-- Over links to other cells too, in the order of a plain edit.
local m, near, across = bh.model("m", { list = { 10, 10 } }), bh.bindable(10), bh.bindable(10)
local first, second = m "list[1]", m "list[2]"
bh.link(near, first)
bh.bind(near, across)
bh.link(across, second)
local rows, sum = {}, bh.bindable(0)
bh.bind(bh.computed(function()
  rows[#rows + 1] = first:get() .. "/" .. second:get()
  return first:get() + second:get()
end), sum)
rows = {}
near:set(50)
print(sum:get(), table.concat(rows, " ")) -- expect: 100	50/50
rows = {}
first:set(60)
print(sum:get(), near:get(), across:get(), table.concat(rows, " ")) -- expect: 120	60	60	60/60
