-- Contract 1, 7, 10, 40: where callbacks of one wave write fields of a state, and one of them comes back while another changes, whoever looks at the record or at
-- the whole hears of it.
local bh = require "bindhost"
for name, s in pairs {
  model = bh.model("m", { user = { name = "a", zip = 1 }, a = 1, b = 1 }),
  state = bh.state("s", { user = { name = "a", zip = 1 }, a = 1, b = 1 }, { store = "memory:" }),
} do
  local go, told = bh.bindable(0), {}
  local function note(who) return function(v) told[#told + 1] = who .. v end end
  s "user":map(function(user) return user.name end):observe(note "map ")
  s "user":observe(function(new, old) note "user " (old.name .. new.name) end, { initial = false })
  bh.effect(function() note "effect " (s:get().user.name) end)
  local sum = bh.computed(function() local v = s:get() return v.a * 10 + v.b end)
  sum:observe(note "sum ")
  go:observe(function() s "user":set { name = "b", zip = 1 } s "a":set(2) s "b":set(2) end, { initial = false })
  go:observe(function() s "user":set { name = "c", zip = 1 } s "b":set(1) end, { initial = false })
  told = {}
  go:set(1)
  table.sort(told)
  print(name, table.concat(told, ", "), s "user.name":get(), sum:get())
end
-- expect: model	effect c, map c, sum 21, user ac	c	21
-- expect: state	effect c, map c, sum 21, user ac	c	21
