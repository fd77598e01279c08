-- What runs later, or never, is read: names that are not there are found where nobody catches them.
local bh = require "bindhost"
local ui, job = bh.ui, bh.job
local user = bh.model("user", { name = "A", address = { city = "x", zip = "" } })
local prefs = bh.state("prefs", { theme = "dark" }, { store = "memory:" })
local feed = bh.loadable("feed", { load = function() return user "naem" end })
local stats = job.every("5s", function() end)
local address, part = user "address", require "_paths"
counter = bh.bindable(1)
local label = ui.label "x"
bh.show(ui.column { label, ui.button { title = "Save", on_press = function()
  user:update { nmae = "x" }
  user "address":update { city = "y", zpi = "z" }
  address "zippo":set "x"
  prefs "teme":set "light"
  feed "valeu":get()
  feed:lod()
  stats "rns":get()
  stats:stopp()
  counter:ste(5)
  label "txt":set "y"
  bh.after("5s", function() bh.bind(counter, label "text", { mapp = tostring }) end)
  job.cron("* * * * *", { run = function() end, nme = "x" })
  user.name = 5
  part "thmee":set "light"
end } })
local function later(flag)
  if flag then return ui.labl "x" end
  for _ = 1, 3 do user "nmae":get() end
  while flag do flag = user "address.ctiy":get() end
  return ui.async { source = feed, loaded = function() return ui.label { txet = "x" } end }
end
return later
-- finds _paths.lua:3:37: error: paths: unknown field 'thmee' (did you mean 'theme'?) [bind.path]
-- finds 6:67: error: user: unknown field 'naem' (did you mean 'name'?) [bind.path]
-- finds 12:17: error: user: unknown field 'nmae' (did you mean 'name'?) [bind.unknown_field]
-- finds 13:39: error: user.address: unknown field 'zpi' (did you mean 'zip'?) [bind.unknown_field]
-- finds 14:12: error: user.address: unknown field 'zippo' [bind.path]
-- finds 15:10: error: prefs: unknown field 'teme' (did you mean 'theme'?) [bind.path]
-- finds 16:9: error: loadable: unknown cell 'valeu' (did you mean 'value'?) [bind.path]
-- finds 17:8: error: loadable: unknown method 'lod' (did you mean 'load'?) [bind.unknown_method]
-- finds 18:10: error: job: unknown cell 'rns' (did you mean 'runs'?) [bind.path]
-- finds 19:9: error: job: unknown method 'stopp' (did you mean 'stop'?) [bind.unknown_method]
-- finds 20:11: error: Ref: unknown method 'ste' (did you mean 'set'?) [bind.unknown_method]
-- finds 21:10: error: ui.label: unknown property 'txt' (did you mean 'text'?) [bind.path]
-- finds 22:62: error: bh.bind: unknown option 'mapp' (did you mean 'map'?) [bind.unknown_option]
-- finds 23:49: error: job.cron: unknown option 'nme' (did you mean 'name'?) [job.unknown_option]
-- finds 24:8: error: Ref: 'name' cannot be assigned [bind.unknown_method]
-- finds 25:9: error: paths: unknown field 'thmee' (did you mean 'theme'?) [bind.path]
-- finds 28:26: error: attempt to call a nil value (field 'labl') (did you mean 'label'?) [script.error]
-- finds 29:25: error: user: unknown field 'nmae' (did you mean 'name'?) [bind.path]
-- finds 30:38: error: user.address: unknown field 'ctiy' (did you mean 'city'?) [bind.path]
-- finds 31:74: error: ui.label: unknown option 'txet' (did you mean 'text'?) [ui.unknown_option]
