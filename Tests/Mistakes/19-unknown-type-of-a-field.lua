local bh = require "bindhost"
bh.model("user", { age = bh.field { default = 1, type = "int" } })
