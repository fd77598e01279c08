local bh = require "bindhost"
bh.model("user", { age = bh.field { type = "integer" } })
