local bh = require "bindhost"
local m = bh.model("m", { theme = "dark" })
m "theme":toggle()
