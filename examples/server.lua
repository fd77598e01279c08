-- args: --allow-net --allow-run=df
local bh = require "bindhost"
local ui, job = bh.ui, bh.job
local stats = job.http { name = "stats", url = "http://127.0.0.1:8400/stats.json", every = "5s", timeout = "2s",
  map = function(j) return { load = j.load, users = j.users } end }
local disks = job.exec { name = "df", cmd = { "df", "-P", "-x", "tmpfs" }, every = "1m", map = function(out)
  local rows = {}
  for used, mount in out:gmatch("(%d+)%%%s+(%S+)") do rows[#rows + 1] = { used = used .. "%", mount = mount } end
  return rows
end }
local history = bh.model("history", { load = {}, alert = "" })
stats:on_loaded(function(s)
  history("load"):push(s.load, { max = 60 })
  history("alert"):set(s.load > 8 and ("LOAD %.1f"):format(s.load) or "")
end)
bh.show(ui.column {
  ui.label { text = history "alert", style = "alarm", visible = history("alert"):map(function(s) return s ~= "" end) },
  ui.panel { title = "Load", ui.sparkline { values = history "load" },
    ui.async { source = stats, loaded = function(s) return ui.label(("%.2f, %d users"):format(s.load, s.users)) end } },
  ui.panel { title = "Disks", ui.async { source = disks,
    loaded = function(rows) return ui.table { columns = { "mount", "used" }, rows = rows } end } },
}, { title = "Server" })
