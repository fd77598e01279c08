-- screen: 60x16
-- focus: email
local settings = bh.model("settings", {
  email = "ada@example.org", age = 36, volume = 0.4, theme = "dark", armed = false, notes = "" })
bh.show(ui.column {
  ui.text_field { id = "email", label = "E-mail", value = settings "email", help = "Where the alarm is sent to." },
  ui.text_field { id = "name", label = "Name", hint = "Ada Lovelace" },
  ui.stepper { label = "Age", value = settings "age" },
  ui.slider { label = "Volume", value = settings "volume" },
  ui.select { label = "Theme", value = settings "theme", options = { "dark", "light", "of the system" } },
  ui.toggle { label = "Alarm armed", value = settings "armed" },
  ui.divider {},
  ui.row { ui.button "Save", ui.button "Cancel" },
}, { title = "Settings" })
