local bh = require "bindhost"
local prefs = bh.state("prefs", { theme = "dark" }, { version = 2, migrate = function(old) return old end })
prefs "theme":set("light")
prefs:save()
local handle = prefs "theme":observe(print)
handle:stop()
