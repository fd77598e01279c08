-- screen: 60x14
-- focus: name
bh.show(ui.column {
  ui.label "Behind the dialog there is text in every line, as far as the screen goes.",
  ui.dialog { title = "Rename the file, whose present name is rather long for what it has inside?",
    ui.text_field { id = "name", label = "Name", value = "report.txt" },
    ui.toggle { label = "Keep a copy", value = true } },
}, { title = "Files" })
