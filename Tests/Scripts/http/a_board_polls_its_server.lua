-- server: demo
-- args: --allow-run=df
-- The server board of the manual, without its views: ten answers of its statistics, one above the limit.
local bh = require "bindhost"
local job = bh.job
local stats = job.http { name = "stats", url = arg[1] .. "/stats.json", every = "5ms", timeout = "2s",
  map = function(j) return { load = j.load, users = j.users } end }
local disks = job.exec { name = "df", cmd = { "df", "-P", "/" }, every = "1m", map = function(out)
  local rows = {}
  for used, mount in out:gmatch("(%d+)%%%s+(%S+)") do rows[#rows + 1] = { used = used .. "%", mount = mount } end
  return rows
end }
local history = bh.model("history", { load = {}, alert = "" })
history "alert":observe(function(text) if text ~= "" then print(text) end end)   -- expect: LOAD 8.9
local mount
disks:on_loaded(function(rows) mount = rows[1].mount disks:stop() end)
local seen = 0
stats:on_loaded(function(s)
  history("load"):push(s.load, { max = 4 })
  history("alert"):set(s.load > 8 and ("LOAD %.1f"):format(s.load) or "")
  seen = seen + 1
  if seen < 7 then return end
  stats:stop()
end)
bh.on_exit(function()
  print(table.concat(history "load":get(), " "), mount:sub(1, 1))                           -- expect: 3.05 4.6 6.71 8.9	/
end)
