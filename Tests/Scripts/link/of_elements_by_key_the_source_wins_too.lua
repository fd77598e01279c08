-- Contract 37, 48, 51: where both ends have changed in one transaction the source wins, also where it is a place in a keyed element.
local bh = require "bindhost"
local m = bh.model("m", { left = { { id = "a", v = 3 }, { id = "b", v = 0 } }, right = { { id = "x", v = 0 }, { id = "y", v = 0 } } })
local source, far, shown = m "left":by("id", "a"):at "v", m "right":by("id", "y"):at "v", bh.bindable(0)
bh.link(source, far)
bh.link(source, shown, { to = function(v) return v + 100 end, from = function(v) return v - 100 end })
bh.transaction(function() shown:set(107) source:set(5) end)
print(source:get(), far:get(), shown:get()) -- expect: 5	5	105
bh.transaction(function() far:set(8) shown:set(117) source:set(19) end)
print(source:get(), far:get(), shown:get()) -- expect: 19	19	119
bh.transaction(function() far:set(8) end)
print(source:get(), far:get(), shown:get()) -- expect: 8	8	108

-- What follows from the element comes after the ways of all links in its list.
local seen, total = {}, bh.bindable(0)
bh.bind(bh.combine({ source, m "left":by("id", "b"):at "v" }, function(a, b)
  seen[#seen + 1] = a .. "/" .. b
  return a + b
end), total)
bh.link(m "left":by("id", "b"):at "v", m "right":by("id", "x"):at "v")
seen = {}
bh.transaction(function() m "right":by("id", "x"):at "v":set(4) shown:set(101) end)
print(total:get(), table.concat(seen, " ")) -- expect: 5	1/4
