-- CONTRACT 42: a field that coerces what it is given; the other end gets the coerced value once.
local bh = require "bindhost"
local m = bh.model("m", {
  name = "",
  upper = bh.field { default = "", check = function(s) return true, s:upper() end },
})
bh.link(m "name", m "upper")
local names = {}
m("name"):observe(function(v) names[#names + 1] = v end, { initial = false })
m("name"):set("ada")
print(m("name"):get(), m("upper"):get())   -- expect: ADA	ADA
m("upper"):set("bob")
print(m("name"):get(), m("upper"):get())   -- expect: BOB	BOB
print(table.concat(names, " "))            -- expect: ADA BOB
