local bh = require "bindhost"
bh.model("user", { name = "Ada" })
bh.model("user", { name = "Grace" })
