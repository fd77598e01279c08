local bh = require "bindhost"
local user = bh.model("user", { first = "Ada", last = "Lovelace" })
local full = bh.combine({ user "first", user "last" }, function(f, l) return f .. " " .. l end)
full:observe(function(v) print(v) end)  -- expect: Ada Lovelace
user:update { first = "Augusta", last = "King" }  -- expect: Augusta King
print(full:writable(), (pcall(full.set, full, "x")))  -- expect: false	false
