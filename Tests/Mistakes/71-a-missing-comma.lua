local bh = require "bindhost"
bh.show(bh.ui.label { text = "Hello" id = "hello" })
