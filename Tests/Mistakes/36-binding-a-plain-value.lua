local bh = require "bindhost"
local user = bh.model("user", { name = "Ada" })
bh.bind("Ada", user "name")
