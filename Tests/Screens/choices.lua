-- screen: 60x14
-- focus: size
-- press: size
-- keys: Down
local m = bh.model("m", { size = "medium", mail = "ada@example.org" })
bh.show(ui.column {
  ui.text_field { label = "E-mail", value = m "mail" },
  ui.select { id = "size", label = "Size", value = m "size", options = { "small", "medium", "large", "extra large" } },
  ui.label "below",
  ui.row { ui.button { title = "Order" }, ui.button { title = "Cancel" } },
  ui.label "further below",
  ui.label "at the end",
}, { title = "Choices" })
