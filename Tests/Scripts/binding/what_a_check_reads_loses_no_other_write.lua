-- Contract 0, 45: a check, or an equality function, that reads what bindings are still to write is in the middle of a write, and takes nothing from
-- those bindings.
local bh = require "bindhost"
local total
local m = bh.model("m", { map = bh.field { type = "map", default = { a = 0, b = 0 }, check = function()
  return not total or total:get() < 1000, "too much"
end } })
local source, middle = bh.bindable(0), bh.bindable(0)
bh.bind(source, middle)
bh.bind(source, m "map.a")
local handle = bh.bind(middle:map(function(v) return v * 10 end), m "map.b")
total = bh.computed(function() return m "map.a":get() + m "map.b":get() end)
total:get()
for i = 1, 2 do
  source:set(i)
  print(m "map.a":get(), m "map.b":get(), handle "status":get())
end
-- expect: 1	10	ok
-- expect: 2	20	ok

local shown
local pair = bh.bindable({ a = 0, b = 0 }, { equals = function(x, y)
  if shown then shown:get() end
  return x.a == y.a and x.b == y.b
end })
bh.bind(source, pair "a")
bh.bind(middle:map(function(v) return v * 10 end), pair "b")
shown = bh.computed(function() return pair "b":get() end)
shown:get()
source:set(3)
print(pair "a":get(), pair "b":get())                      -- expect: 3	30

-- What it has read when it was asked last settles before it is asked again.
local near, far, seen = bh.bindable(0), bh.bindable(0), {}
source:set(0)
local limit = bh.computed(function()
  seen[#seen + 1] = source:get() .. "+" .. far:get()
  return source:get() + far:get()
end)
limit:observe(function() end)
local checked = bh.model("checked", { v = bh.field { default = 0, check = function(v) return v <= limit:get(), "too much" end } })
bh.bind(source, near)
bh.bind(source, checked "v")
bh.bind(near:map(function(v) return v * 10 end), far)
seen = {}
for i = 1, 3 do source:set(i) end
print(table.concat(seen, " "), checked "v":get())          -- expect: 1+10 2+20 3+30	3

-- Also where a link writes what is checked.
seen = {}
local linked = bh.model("linked", { v = bh.field { default = 0, check = function(v) return v <= limit:get(), "too much" end } })
bh.link(source, linked "v")
seen = {}
for i = 4, 5 do source:set(i) end
print(table.concat(seen, " "), linked "v":get())           -- expect: 4+40 5+50	5
