local bh = require "bindhost"
local user = bh.loadable("user", { load = function() return bh.http.get("http://127.0.0.1:1/").json end })
local stats = bh.job.http { url = "http://127.0.0.1:1/", every = "5s" }
stats:on_loaded(function(s) print(s.load) end)
user "value":observe(function(v) print(v) end)
bh.show(bh.ui.async { source = user, loaded = function(u) return bh.ui.label(u.name) end })
bh.job.on(user "value", function() error "never here" end)
user:load()
