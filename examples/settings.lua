-- args: --allow-net
local bh = require "bindhost"
local ui = bh.ui
local settings = bh.model("settings", {
  email  = bh.field { default = "ada@example.org", check = function(v)
    return v:find("^[^@%s]+@[^@%s]+%.%a+$") ~= nil, "not an e-mail address" end },
  age    = bh.field { default = 36, type = "integer", min = 0, max = 150 },
  volume = bh.field { default = 0.4, min = 0, max = 1 },
  armed  = false,
})
local age_text = settings("age"):through {
  to   = tostring,
  from = function(s) return math.tointeger(tonumber(s)), "whole number, please" end,
}
bh.show(ui.column {
  ui.text_field { id = "email", label = "E-mail", value = settings "email" },
  ui.text_field { id = "age", label = "Age", value = age_text },
  ui.stepper { id = "step", label = "Age", value = settings "age", min = 0, max = 150 },
  ui.slider { id = "vol", label = "Volume", value = settings "volume", step = 0.05 },
  ui.label(bh.combine({ settings "email", settings "age" }, function(e, a) return ("%s, %d"):format(e, a) end)),
  ui.toggle { id = "armed", label = "Alarm armed", value = settings "armed", confirm = { on = "Arm the alarm?" },
    commit = function(on) return bh.http.put("http://127.0.0.1:8400/armed", { json = { on = on } }) end },
}, { title = "Settings" })
