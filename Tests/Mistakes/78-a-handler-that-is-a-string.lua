local bh = require "bindhost"
bh.ui.button { title = "Save", on_press = "save" }
