-- screen: 64x24
local rows = {
  { name = "postgres", cpu = 12.5, state = "running" }, { name = "nginx", cpu = 3, state = "running" },
  { name = "backup", cpu = 0, state = "waits for the night, and then runs for an hour or more" } }
local lines = {}
for i = 1, 30 do lines[i] = ("12:00:%02d job %d has run"):format(i, i) end
bh.show(ui.column {
  ui.table { columns = { "name", "cpu", "state" }, rows = rows },
  ui.table { columns = { "mount", "used" } },
  ui.row {
    ui.list { id = "who", label = "Who", items = { "Ada", "Grace", "Edsger", "Barbara" }, value = "Grace" },
    ui.divider {},
    ui.log { label = "Log", lines = lines, height = 6 },
  },
  ui.list { items = {} },
}, { title = "Rows" })
