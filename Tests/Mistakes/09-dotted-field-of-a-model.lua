local bh = require "bindhost"
local user = bh.model("user", { name = "Ada" })
print("Hello " .. user.name)
