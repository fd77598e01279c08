local bh = require "bindhost"
bh.model("user")
