-- Contract 27, 50: bh.on_error hears of warnings too, which say that they are some.
local bh = require "bindhost"
bh.on_error(function(err) print(err.id, err.warning) end)
local n, t = bh.bindable(1), bh.bindable(0)
bh.bind(n, t)
t:set(5)
n:observe(function() error "broken" end, { initial = false })
n:set(2)
-- expect: bind.overwritten	true
-- expect: script.error	nil
