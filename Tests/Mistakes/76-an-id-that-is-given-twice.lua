local bh = require "bindhost"
bh.show(bh.ui.column { bh.ui.label { id = "name", text = "a" }, bh.ui.label { id = "name", text = "b" } })
