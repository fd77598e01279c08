local bh = require "bindhost"
local m = bh.model("m", { age = 36, name = "" })
bh.bind(m "age", m "name")
