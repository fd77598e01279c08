-- screen: 30x30
bh.show(ui.column {
  ui.row {
    ui.panel { title = "Load", ui.label "0.50, 3 users" },
    ui.panel { title = "Disks with a long name that is cut", ui.label "/ 45%" },
    ui.panel { title = "Users", ui.label "Ada, Grace, Edsger, Barbara and others" },
  },
  ui.row { ui.label "a label", ui.divider {}, ui.text_field { label = "Name", value = "Ada" } },
  ui.grid { columns = 3, ui.button "Monday", ui.button "Tuesday", ui.button "Wednesday" },
  ui.tabs { value = 2, ui.panel { title = "General" }, ui.panel { title = "Network", ui.label "here" },
    ui.panel { title = "Everything else" } },
}, { title = "A narrow screen" })
