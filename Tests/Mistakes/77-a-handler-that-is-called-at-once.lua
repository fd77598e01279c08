local bh = require "bindhost"
local function save() end
bh.ui.button { title = "Save", on_press = save() , on_pres = save }
