local bh = require "bindhost"
local m = bh.model("m", { price = 2, total = 0 })
bh.bind(m "price", m "total", function(v)
  local total = v * 3
end)
