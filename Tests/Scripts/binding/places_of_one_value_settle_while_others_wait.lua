-- Contract 0, 2, 3: one place of a value follows another while functions read for the first time what is on its way; a ring over a place that has ended
-- is none.
local bh = require "bindhost"
local function same(v) return v end
local model = bh.model("order", { rows = bh.field { type = "list", default = { { price = 0, total = 0 } } } })
local nested = bh.bindable { r = { p = 0, q = 0 } }
for _, ends in ipairs { { nested "r.p", nested "r.q" }, { model "rows[1].price", model "rows[1].total" } } do
  local source, early, out = bh.bindable(0), bh.bindable(0), bh.bindable(0)
  local far, deep = source, source
  for _ = 1, 8 do far = far:map(same) end
  for _ = 1, 4 do deep = deep:map(same) end
  bh.bind(far, early)
  bh.bind(bh.computed(function() return source:get() > 0 and early:get() or 0 end), out)
  bh.bind(deep, ends[1])
  bh.bind(ends[1]:map(function(v) return v * 2 end), ends[2])
  for i = 1, 2 do source:set(i) end
  print(out:get(), ends[1]:get(), ends[2]:get())
end
-- expect: 2	2	4
-- expect: 2	2	4

local pair = bh.bindable { one = 0 }
local one, two, three = pair "one", bh.bindable(0), bh.bindable(0)
local handle = bh.bind(bh.combine({ two, three }, function(x, y) return math.min(x, y) end), one)
local seen = {}
bh.bind(bh.combine({ one, two }, function(x, y)
  seen[#seen + 1] = x .. ":" .. y
  return x
end), three)
bh.bind(one:map(same), two)
handle:stop()
seen = {}
for i = 1, 3 do one:set(i) end
print(table.concat(seen, " "))                             -- expect: 1:1 2:2 3:3
