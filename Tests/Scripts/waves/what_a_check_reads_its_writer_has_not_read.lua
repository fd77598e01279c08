-- Contract 9: a callback that writes has not read what a check or a lens looks at for it: no update is lost.
local bh = require "bindhost"
bh.on_error(function(err) print("told", err.id) end)
local m
m = bh.model("m", {
  lo = bh.field { default = 1, check = function(v) return not m or v <= m "hi":get(), "above hi" end },
  hi = bh.field { default = 5, check = function(v) return not m or v >= m "lo":get(), "below lo" end },
})
local base = bh.bindable(10)
local half = base:through { to = function(v) return v // 2 end, from = function(v) return m "lo":get() > 0 and v * 2 or 0 end }
local go = bh.bindable(0)
go:observe(function() m "lo":set(4) end, { initial = false })
go:observe(function() m "hi":set(8) half:set(3) m "lo":set(2) end, { initial = false })
go:set(1)
print(m "lo":get(), m "hi":get(), base:get()) -- expect: 2	8	6
local again = bh.bindable(0)
again:observe(function() m "lo":set(4) end, { initial = false })
again:observe(function() if m "lo":get() < 9 then m "lo":set(3) end end, { initial = false })
again:set(1)
-- expect: told	bind.lost_update
print(m "lo":get()) -- expect: 3
