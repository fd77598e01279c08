local bh = require "bindhost"
local ok, err = pcall(bh.computed, 42)
assert(not ok and err.id == "bind.argument")
local user = bh.model("user", { name = "Ada" })
assert(not pcall(function() return user "nmae" end))
assert(select(2, pcall(user.set, user, 5)))
