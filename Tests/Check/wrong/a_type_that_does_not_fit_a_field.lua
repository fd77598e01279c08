local bh = require "bindhost"
local user = bh.model("user", { age = 36 })
user "age":set("37")
-- finds 3: error: user.age: integer expected, got string ("37") [bind.type]
