-- CONTRACT 10 and 11: bindings that write each other without end are stopped, and the state before that wave stands, for all
-- that the wave has written. Nobody is told of it, and once one of them has gone the other works.
local bh = require "bindhost"
bh.on_error(function() end)
local x, y, c = bh.bindable(0, { name = "x" }), bh.bindable(0), bh.bindable(0)
local torn, seen_c = {}, {}
bh.combine({ x, y }, function(a, b) return a .. "," .. b end):observe(function(v) torn[#torn + 1] = v end)
c:observe(function(v) seen_c[#seen_c + 1] = v end)
bh.bind(x, y, function(v) return v + 1 end)
local back = bh.bind(y, x, function(v) return v + 1 end)
print(x:get(), y:get())                                         -- expect: 0	1
local ok, err = pcall(bh.transaction, function()
  x:set(2)
  c:set(5)
end)
print(ok, err.id, x:get(), y:get(), c:get())                    -- expect: false	bind.cycle	0	1	0
print((pcall(x.set, x, 7)), x:get(), y:get())                   -- expect: false	0	1
print(table.concat(torn, " "), table.concat(seen_c, " "))       -- expect: 0,0 0,1	0
print((tostring(bh.why(x)):match "^[^\n]*"))                              -- expect: x = 0

back:stop()
x:set(5)
print(x:get(), y:get(), torn[#torn])                            -- expect: 5	6	5,6
x:set(6)
print(x:get(), y:get(), torn[#torn])                            -- expect: 6	7	6,7

-- What leads into it over a computed value, places of a record and a list, a state and a link: all of it is as it was.
local far, one, two = bh.bindable(0), bh.bindable(0), bh.bindable(0)
local model = bh.model("m", { n = 0, list = { 1 } })
local kept = bh.state("kept", { n = 0 })
local side, shown = bh.bindable(0), bh.bindable(0)
bh.link(side, shown)
for _, target in ipairs { side, model "n", model "list[1]", kept "n" } do bh.bind(far, target) end
bh.bind(one, two, function(v) return v + 1 end)
bh.bind(bh.combine({ two, far }, function(v, n) return n > 5 and v + 1 or n end), one)
local function all()
  local values = {}
  for i, ref in ipairs { far, one, two, model "n", model "list[1]", kept "n", side, shown } do values[i] = ref:get() end
  return table.concat(values, " ")
end
far:set(3)
print(all())                                                    -- expect: 3 3 4 3 3 3 3 3
local heard = 0
for _, ref in ipairs { far, model "n", shown } do ref:observe(function() heard = heard + 1 end, { initial = false }) end
print((pcall(far.set, far, 9)), all(), heard)                   -- expect: false	3 3 4 3 3 3 3 3	0
print((pcall(bh.transaction, function() far:set(9) end)), all(), heard)  -- expect: false	3 3 4 3 3 3 3 3	0
-- The bindings and the link know it: the values that were taken back are news again.
far:set(4)
print(all(), heard)                                             -- expect: 4 4 5 4 4 4 4 4	3
pcall(far.set, far, 9)
shown:set(9)
print(side:get(), far:get())                                    -- expect: 9	4
