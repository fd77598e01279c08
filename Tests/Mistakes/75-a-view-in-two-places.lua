local bh = require "bindhost"
local label = bh.ui.label "Hello"
bh.show(bh.ui.column { label, bh.ui.row { label } })
