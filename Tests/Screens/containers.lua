-- screen: 80x24
-- focus: tabs
bh.show(ui.column {
  ui.row {
    ui.panel { title = "Load", color = "#aa0000", ui.label "0.50, 3 users", ui.sparkline { values = { 1, 2, 3, 2 } } },
    ui.panel { title = "Disks", ui.table { columns = { "mount", "used" }, rows = {
      { mount = "/", used = "45%" }, { mount = "/home", used = "7%" } } } },
    ui.panel { ui.label "A panel without a title, whose text is long enough to be wrapped." },
  },
  ui.grid { columns = 3, ui.label "one", ui.label "two", ui.label "three", ui.button "four", ui.label "five" },
  ui.tabs { id = "tabs", value = 2,
    ui.panel { title = "General", ui.label "not shown" },
    ui.panel { title = "Network", ui.text_field { label = "Proxy", value = "none" } },
    ui.column { a11y = "About", ui.label "not shown" } },
  ui.row { ui.label "left", ui.spacer {}, ui.label "right" },
  ui.spacer {},
  ui.label { text = "the last line", style = "muted" },
}, { title = "Containers" })
