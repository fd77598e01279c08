local bh = require "bindhost"
local user = bh.model("user", { age = 36 })
user "age":set(36.5)
