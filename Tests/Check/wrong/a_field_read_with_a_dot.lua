local bh = require "bindhost"
local user = bh.model("user", { name = "Ada" })
local greeting = user.name
return greeting
-- finds 3:23: error: Ref: unknown method 'name' [bind.unknown_method]
