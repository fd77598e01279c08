-- ascii
-- screen: 60x24
-- focus: name
bh.show(ui.column {
  ui.text_field { id = "name", label = "Name", value = "Ada" },
  ui.toggle { label = "On", value = true },
  ui.slider { label = "Volume", value = 0.4 },
  ui.stepper { label = "Age", value = 36 },
  ui.select { label = "Theme", value = "dark", options = { "dark", "light" } },
  ui.progress { label = "Copied", value = 0.4 },
  ui.sparkline { values = { 1, 3, 2, 5, 8, 4 } },
  ui.panel { title = "Disks", ui.table { columns = { "mount", "used" }, rows = { { mount = "/", used = "45%" } } } },
  ui.tabs { ui.panel { title = "One", ui.label "first" }, ui.panel { title = "Two" } },
  ui.list { items = { "Ada", "Grace" }, value = "Grace" },
}, { title = "Without Unicode" })
