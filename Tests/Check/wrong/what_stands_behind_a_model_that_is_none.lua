-- Its places are different ones, although nobody knows them.
local bh = require "bindhost"
local m = bh.model("m", { n = bh.field { type = "integer", default = "x" }, k = 3, list = { 1, 2 } })
local a, b, c = bh.bindable(1), bh.bindable(2), bh.bindable(3)
bh.bind(a, m "n")
bh.bind(b, m "k")
bh.link(m "list[1]", c)
m "q":set(4)
bh.bind(a, m "k")
-- finds 3: error: m.n: integer expected, got string ("x") [bind.type]
-- finds 9: error: bh.bind: unknown.k is bound already at what_stands_behind_a_model_that_is_none.lua:6 to bindable (made at what_stands_behind_a_model_that_is_none.lua:4) [bind.two_writers]
