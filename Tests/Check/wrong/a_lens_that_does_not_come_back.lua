local bh = require "bindhost"
local m = bh.model("m", { percent = bh.field { default = 50, type = "integer", min = 0, max = 100 } })
local half = m "percent":through {
  to = function(v) return math.floor(v / 10) end,
  from = function(v) return v * 10 end,
}
return half
-- finds 3: warning: Ref:through: 1 becomes 0, and 'from' makes 0 of it [bind.unstable]
