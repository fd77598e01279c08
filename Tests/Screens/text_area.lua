-- screen: 50x20
-- focus: notes
-- type: !
bh.show(ui.column {
  ui.text_area { id = "notes", label = "Notes", value = "The engine might act upon other things besides number, were objects found whose mutual relations could be expressed." },
  ui.text_area { label = "Empty", hint = "what you think" },
  ui.text_area { label = "Off", value = "cannot be edited", enabled = false, width = 30 },
})
