local bh = require "bindhost"
local user = bh.model("user", { age = 36 })
user "age":set("thirty-seven")
