local bh = require "bindhost"
local user = bh.model("user", { name = "Ada" })
user:update { name = bh.null }
