-- Contract 2, 3: a binding between linked cells that has ended, and leads the other way from then on, was never part of a ring.
local bh = require "bindhost"
local a, b, extra = bh.bindable(0), bh.bindable(0), bh.bindable(0)
local a2, b2 = bh.bindable(0), bh.bindable(0)
bh.link(a, a2)
bh.link(b, b2)
local seen = {}
local function bound(from, to)
  return bh.bind(bh.combine({ from, extra }, function(x, y)
    seen[#seen + 1] = x .. "/" .. y
    return x + y
  end), to)
end
local function edit(far, v)
  seen = {}
  bh.transaction(function() far:set(v) extra:set(v) end)
  return table.concat(seen, " ")
end
local h = bound(a, b)
print(edit(a2, 1), b2:get()) -- expect: 1/1	2
h:stop()
h = bound(b, a)
print(edit(b2, 3), a2:get()) -- expect: 3/3	6
h:stop()
h = bound(a, b)
print(edit(a2, 5), b2:get()) -- expect: 5/5	10

-- Nor was a link whose validator has asked for what follows from its source later.
local low, high, low2, high2 = bh.bindable(0), bh.bindable(100), bh.bindable(0), bh.bindable(0)
local field = bh.bindable(0)
bh.link(low, low2)
bh.link(high, high2)
local link = bh.link(low, field, { validate = function(v) return v <= high:get(), "too big" end })
for v = 1, 5 do field:set(v) end
link:stop()
h:stop()
bound(low, high)
print(edit(low2, 7), high2:get()) -- expect: 7/7	14
