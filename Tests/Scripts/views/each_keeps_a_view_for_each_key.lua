-- args: --ui=plain
-- A view is made once for each key, follows its element, and goes with it.
local bh = require "bindhost"
local ui = bh.ui
local shop = bh.model("shop", { items = { { id = 1, name = "Milk", n = 1 }, { id = 2, name = "Tea", n = 2 } } })
local made = 0
local scope = bh.scope(function()
  bh.show(ui.each(shop "items", function(item)
    made = made + 1
    bh.on_close(function() print "closed" end)
    return ui.label(bh.combine({ item "name", item "n" }, function(name, n) return name .. " x" .. n end))
  end, { key = "id" }))
end)
-- expect: Milk x1
-- expect: Tea x2
bh.go(function()
  bh.sleep(0.01)
  shop("items[1].n"):set(5)
  bh.sleep(0.01)
  -- expect: Milk x5
  shop "items":push { id = 3, name = "Rice", n = 1 }
  bh.sleep(0.01)
  -- expect: Rice x1
  shop "items":set { { id = 3, name = "Rice", n = 1 }, { id = 1, name = "Milk", n = 5 } }
  bh.sleep(0.01)
  -- expect: closed
  -- expect: removed: Tea x2
  print(made)                     -- expect: 3
  scope:close()
  -- expect: closed
  -- expect: closed
end)
