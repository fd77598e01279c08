-- Contract 8, 9, 38: what several observers of one wave write through links is written one after the other: each function is applied to what has become of
-- its end by then, and none is lost.
local bh = require "bindhost"
local model = bh.model("m", { n = 0 })
local one, two, go = bh.bindable(0), bh.bindable(0), bh.bindable(0)
bh.link(model "n", one)
bh.link(model "n", two)
local function increment(v) return v + 1 end
for _, ref in ipairs { one, two, model "n" } do
  go:observe(function(v) if v > 0 then ref:modify(increment) end end)
end
model "n":observe(function(v) print("n", v, one:get(), two:get()) end)
-- expect: n	0	0	0
go:set(1)
-- expect: n	3	3	3
print(model "n":get(), one:get(), two:get()) -- expect: 3	3	3
go:set(2)
-- expect: n	6	6	6
