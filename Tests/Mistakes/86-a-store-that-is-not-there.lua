local bh = require "bindhost"
bh.state("prefs", { theme = "dark" }, { store = "redis://localhost" })
