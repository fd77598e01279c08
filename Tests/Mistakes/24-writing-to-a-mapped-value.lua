local bh = require "bindhost"
local user = bh.model("user", { name = "ada" })
user "name":map(string.upper):set("GRACE")
