-- screen: 24x20
local settings = bh.model("settings", { email = "ada@example.org", age = 36, volume = 0.4, armed = false })
bh.show(ui.column {
  ui.text_field { id = "email", label = "E-mail", value = settings "email" },
  ui.stepper { label = "Age", value = settings "age" },
  ui.slider { label = "Volume", value = settings "volume" },
  ui.toggle { label = "Alarm armed", value = settings "armed" },
  ui.divider {},
  ui.row { ui.button "Save", ui.button "Do not save", ui.button "Ask me later" },
}, { title = "Settings" })
