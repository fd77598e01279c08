local bh = require "bindhost"
bh.ui.slider { label = "Volume", value = bh.bindable(0.4), stpe = 0.05 }
