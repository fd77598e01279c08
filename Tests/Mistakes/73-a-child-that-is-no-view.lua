local bh = require "bindhost"
bh.show(bh.ui.column { "Hello", bh.ui.label "World" })
