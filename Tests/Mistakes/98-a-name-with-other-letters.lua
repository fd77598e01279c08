local bh = require "bindhost"
local box = bh.model("box", { name = "größte", größe = 3 })
