local bh = require "bindhost"
bh.ui.slider { value = bh.bindable(0.5), max = "1" }
