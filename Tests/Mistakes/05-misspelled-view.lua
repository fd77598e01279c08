local bh = require "bindhost"
bh.show(bh.ui.lable "Hello")
