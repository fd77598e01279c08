-- screen: 72x24
-- press: send
-- input: age = 200
-- input: mail = nobody
-- focus: both
local m = bh.model("m", {
  mail = bh.field { default = "ada@example.org", check = function(v) return v:find "@" ~= nil, "not an e-mail address" end },
  age = bh.field { default = 36, type = "integer", min = 0, max = 150 }, armed = false, level = 3 })
bh.show(ui.column {
  ui.text_field { id = "mail", label = "E-mail", value = m "mail" },
  ui.stepper { id = "age", label = "Age", value = m "age" },
  ui.text_field { label = "Derived", value = m("level"):map(function(n) return "level " .. n end) },
  ui.toggle { label = "Derived too", value = m("level"):map(function(n) return n > 2 end) },
  ui.slider { label = "Derived level", value = m("level"):map(function(n) return n end), max = 10 },
  ui.text_field { label = "Off", value = "not now", enabled = false },
  ui.toggle { label = "Off too", value = true, enabled = false },
  ui.row { ui.button { id = "send", title = "Send", on_press = function() bh.sleep "1h" end },
    ui.button { title = "Never", enabled = false }, ui.button { id = "both", title = "Here" } },
  ui.select { label = "Chosen", options = { "one", "two" }, value = "two" },
  ui.select { label = "Open", options = { { value = 1, label = "Thing one" }, { value = 2, label = "Thing two" } } },
}, { title = "How controls stand" })
