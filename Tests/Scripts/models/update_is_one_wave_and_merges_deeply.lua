local bh = require "bindhost"
local m = bh.model("m", { name = "", colors = { primary = "#000", other = "#111" }, list = { 1, 2 } })
local waves = 0
bh.effect(function()
  local _ = m("name"):get() .. m("colors.primary"):get()
  waves = waves + 1
end)
m:update { name = "Ada", colors = { primary = "#fff" }, list = { 3 } }
print(waves, m("colors.primary"):get(), m("colors.other"):get(), #m("list"):get())  -- expect: 2	#fff	#111	1
local ok, err = pcall(function() m:update { nmae = "x", name = "y" } end)
print(ok, err.id, m("name"):get())  -- expect: false	bind.unknown_field	Ada
m:update({ nmae = "x", name = "Grace" }, { unknown = "ignore" })
print(m("name"):get())  -- expect: Grace
