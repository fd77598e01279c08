-- screen: 60x8
-- after: 1000
-- offline: yes
-- after: 70000
local stats = bh.loadable("stats", { poll = "10s", load = function() return "0.50, 3 users" end })
local never = bh.loadable("never", { load = function() return nil, { kind = "network", message = "no route" } end })
bh.show(ui.column {
  ui.async { source = stats, loaded = ui.label },
  ui.async { source = never, loaded = ui.label },
}, { title = "Without a network" })
