-- screen: 40x12
-- focus: field-14
local fields = {}
for i = 1, 20 do fields[i] = ui.text_field { id = "field-" .. i, label = "Field " .. i, value = "value " .. i } end
bh.show(ui.column { ui.label { text = "Above the scrolled part", style = "heading" }, ui.scroll(fields),
  ui.row { ui.button "Save" } }, { title = "Scrolled" })
