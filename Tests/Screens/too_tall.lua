-- screen: 40x10
-- focus: last
local parts = {}
for i = 1, 30 do parts[i] = ui.label("line " .. i) end
parts[31] = ui.button { id = "last", title = "The last one" }
bh.show(ui.column(parts), { title = "More than fits" })
