local bh = require "bindhost"
local a, b, target = bh.bindable(1), bh.bindable(2), bh.bindable(0)
bh.bind(a, target)
bh.bind(b, target)
-- finds 4: error: bh.bind: bindable is bound already at two_writers.lua:3 to bindable (made at two_writers.lua:2) [bind.two_writers]
