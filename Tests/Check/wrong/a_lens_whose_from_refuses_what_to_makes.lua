local bh = require "bindhost"
local m = bh.model("m", { age = 36 })
local text = m "age":through {
  to = function(v) return v .. " years" end,
  from = function(s) return math.tointeger(tonumber(s)), "a whole number, please" end,
}
return text
-- finds 3: warning: Ref:through: 'from' refuses "36 years", which 'to' makes of 36: a whole number, please [bind.unstable]
