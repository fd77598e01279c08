-- screen: 16x20
bh.show(ui.table { columns = { "name", "cpu", "memory", "state" }, rows = {
  { name = "postgres", cpu = 12.5, memory = "2 GB", state = "running" },
  { name = "backup", cpu = 0, memory = "0", state = "waits for the night" } } })
