-- Contract 8, 21, 22: a function that fails when it is applied takes all of its callback along, as if that had raised.
local bh = require "bindhost"
local m = bh.model("m", { map = bh.field { type = "map", default = { k = 1 } }, x = 0, t = 0, n = 0 })
local k = m "map.k"
local on = bh.bindable(true)
local covering = bh.bind(bh.bindable(7), m "n", { when = on })
m "t":observe(function() m "x":set(100) end, { initial = false })
m "t":observe(function()
  k:set(nil)
  covering:stop()                                                     -- what has ended has ended …
  bh.model("other", { v = 1 })
  m "x":observe(function(x) print("x", x) end, { initial = false })
  m "x":modify(function(x) if x == 100 then error "no" end return x + 1 end)   -- expect error: script.error
end, { initial = false })
m "t":set(1)
print(k:get(), k:detached())          -- expect: 1	false
m "map":set {}
print(k:get(), k:detached())          -- expect: 1	true
print(m "n":get())                    -- expect: 0
m "x":set(5)                          -- … and what was made is gone
print(bh.model("other", { v = 2 }) "v":get())   -- expect: 2
-- exit: 1
