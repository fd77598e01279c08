-- screen: 40x14
-- focus: t
-- keys: Down Down Down Down Down Down Down Down Down Up
local rows = {}
for i = 1, 30 do rows[i] = { name = "host " .. i, load = i / 10 } end
local m = bh.model("m", { row = 4 })
bh.show(ui.column {
  ui.table { id = "t", columns = { "name", "load" }, rows = rows },
  ui.label "not where the person is, but chosen",
  ui.table { rows = { { a = 1 }, { a = 2 } }, value = 2 },
}, { title = "Rows" })
