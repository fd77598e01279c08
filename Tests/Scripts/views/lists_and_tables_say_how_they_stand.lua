-- args: --ui=plain
-- Their rows say what is chosen; that it is on its way, was refused or cannot be changed is said besides, when it changes.
local bh = require "bindhost"
local ui = bh.ui
local m = bh.model("m", { pick = "a", row = 1, rows = { { n = 1 }, { n = 2 } } })
local list, scope
scope = bh.scope(function()
  list = ui.list { label = "Pick", items = { "a", "b" }, value = m "pick", enabled = false }
  bh.show(ui.column { list,
    ui.table { label = "Rows", rows = m "rows", value = m("row"):map(function(n) return n end) } })
  -- expect: Pick: a, chosen
  -- expect: Pick: b
  -- expect: Pick, list, a, disabled
  -- expect: Rows: n: 1, chosen
  -- expect: Rows: n: 2
  -- expect: Rows, table, row 1, read-only
  bh.go(function()
    bh.sleep "50ms"
    list "enabled":set(true)                  -- expect: Pick, list, a
    bh.sleep "50ms"
    m "row":set(2)                            -- expect: Rows: n: 1
    bh.sleep "50ms"                           -- expect: Rows: n: 2, chosen
    scope:close()
  end)
end)
