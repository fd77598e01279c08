local bh = require "bindhost"
local user = bh.model("user", { name = "Ada", address = { country = "nz" } })
print(user "nmae":get())
user "address.contry":observe(function() end)
-- finds 3:13: error: user: unknown field 'nmae' (did you mean 'name'?) [bind.path]
-- finds 4:15: error: user.address: unknown field 'contry' (did you mean 'country'?) [bind.path]
