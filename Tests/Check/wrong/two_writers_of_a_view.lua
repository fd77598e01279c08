local bh = require "bindhost"
local a, b = bh.bindable("a"), bh.bindable("b")
local label = bh.ui.label(a)
bh.bind(b, label "text")
bh.show(label)
-- finds 4: error: bh.bind: label#_1.text is bound already at two_writers_of_a_view.lua:3 to bindable (made at two_writers_of_a_view.lua:2) [bind.two_writers]
