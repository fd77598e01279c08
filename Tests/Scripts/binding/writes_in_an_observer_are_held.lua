-- Contract 8, 9: no nested delivery; the writer reads its own write.
local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(0)
b:observe(function(v) print("b", v) end, { initial = false })
a:observe(function(v)
  b:set(v * 10)
  print("a", v, b:get())
end, { initial = false })
a:observe(function(v) print("other", v, b:get()) end, { initial = false })
a:set(2)
-- expect: a	2	20
-- expect: other	2	0
-- expect: b	20
