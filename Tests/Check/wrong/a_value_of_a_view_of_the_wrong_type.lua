local bh = require "bindhost"
local m = bh.model("m", { on = true })
bh.show(bh.ui.slider { value = m "on" })
-- finds 3: error: slider#_1.value: number expected, m.on is of type boolean [bind.type]
