-- screen: 64x24
bh.show(ui.column {
  ui.progress { label = "Copied", value = { done = 3, total = 8, unit = "MB" } },
  ui.progress { label = "Waiting" },
  ui.sparkline { values = { 0.5, 0.7, 0.4, 1.2, 2.5, 3.1, 2.9, 4.4, 9, 8.2, 6.1, 3 } },
  ui.sparkline {},
  ui.chart { label = "Load", values = { 0.5, 0.7, 0.4, 1.2, 2.5, 3.1, 2.9, 4.4, 9, 8.2, 6.1, 3 } },
  ui.row { ui.image { source = "https://example.org/a.png", alt = "Ada at her desk" },
    ui.image { source = "logo.png", alt = "The logo", width = 20, height = 4 } },
}, { title = "Pictures" })
