local bh = require "bindhost"
local user = bh.model("user", { address = { country = "nz" } })
print(user "address.contry":get())
