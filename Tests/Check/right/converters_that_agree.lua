local bh = require "bindhost"
local m = bh.model("m", {
  age = bh.field { default = 36, type = "integer", min = 0, max = 150 },
  ratio = bh.field { default = 0.4, min = 0, max = 1 }, name = "Ada", on = true,
})
local age = m "age":through { to = tostring, from = function(s) return math.tointeger(tonumber(s)), "a number" end }
local percent = m "ratio":through { to = function(v) return v * 100 end, from = function(v) return v / 100 end }
local text = m "ratio":through { to = tostring, from = tonumber }
local off = m "on":through { to = function(v) return not v end, from = function(v) return not v end }
local other = bh.bindable("")
bh.link(m "name", other, { to = function(s) return s:reverse() end, from = function(s) return s:reverse() end })
return { age, percent, text, off }
