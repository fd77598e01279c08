local bh = require "bindhost"
bh.show(bh.ui.row { bh.ui.button { title = "Go", bh.ui.label "now" } })
