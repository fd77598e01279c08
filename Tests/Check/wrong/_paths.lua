local bh = require "bindhost"
local paths = bh.model("paths", { theme = "dark" })
function later_in_a_module() paths "thmee":get() end
return paths
