-- screen: 44x12
-- focus: country
-- keys: Space n e w Space
-- press: country
-- keys: Up
local m = bh.model("m", { country = "Norway" })
local names = { "Austria", "Bolivia", "Chad", "Denmark", "Egypt", "Finland", "Ghana", "Nepal", "New Zealand", "Norway", "Peru", "Qatar" }
bh.show(ui.column {
  ui.label "one", ui.label "two", ui.label "three", ui.label "four", ui.label "five", ui.label "six", ui.label "seven",
  ui.select { id = "country", label = "Country", value = m "country", options = names },
}, { title = "Choices" })
