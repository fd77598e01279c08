-- args: --ui=plain
-- The tree when it is shown, then once a turn a line for each visible change.
local bh = require "bindhost"
local ui = bh.ui
local machine = bh.model("machine", { load = 0.5, alert = "", disks = { { mount = "/", used = "45%" } } })

local scope = bh.scope(function()
  bh.show(ui.column {
    ui.label { text = machine "alert", visible = machine("alert"):map(function(s) return s ~= "" end) },
    ui.panel { title = "Load", ui.label(machine "load") },
    ui.panel { title = "Disks", ui.table { columns = { "mount", "used" }, rows = machine "disks" } },
  }, { title = "Machine" })
end)
-- expect: == Machine ==
-- expect: Load: 0.5
-- expect: Disks: mount: /, used: 45%

bh.go(function()
  bh.sleep(0.01)
  for load = 1, 8 do machine("load"):set(load / 2) end      -- expect: Load: 4.0
  bh.sleep(0.01)
  machine("alert"):set "LOAD\n\27[31m"                     -- expect: LOAD ·[31m
  machine("disks"):push { mount = "/home", used = "7%" }     -- expect: Disks: mount: /home, used: 7%
  bh.sleep(0.01)
  machine("alert"):set "calm"
  machine("alert"):set "LOAD\n\27[31m"
  bh.sleep(0.01)
  machine("alert"):set ""
  bh.sleep(0.01)
  print "end"                                               -- expect: end
  scope:close()
end)
