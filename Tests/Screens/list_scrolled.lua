-- screen: 30x8
-- focus: l
-- keys: Down Down Down Down Down Down
local items = {}
for i = 1, 20 do items[i] = "item " .. i end
bh.show(ui.column { ui.list { id = "l", label = "Items", items = items } })
