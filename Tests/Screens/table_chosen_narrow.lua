-- screen: 14x12
-- focus: t
-- keys: Down Down Down Down
local rows = {}
for i = 1, 9 do rows[i] = { name = "host number " .. i, address = "10.0.0." .. i } end
bh.show(ui.column { ui.table { id = "t", columns = { "name", "address", "load", "users" }, rows = rows } })
