-- screen: 60x16
bh.show(ui.column {
  ui.label { text = "a label of twelve columns wraps", width = 12 },
  ui.text_field { label = "Short", value = "abcdefghijklmnopqrstuvwxyz", width = 20 },
  ui.panel { title = "30 by 4", width = 30, height = 4, ui.label "one", ui.label "two", ui.label "three" },
  ui.slider { label = "Wide", value = 0.5, width = 58 },
  ui.label { text = "ALARM", style = "alarm" }, ui.label { text = "hidden", visible = false },
  ui.label { text = "muted", style = "muted" },
})
