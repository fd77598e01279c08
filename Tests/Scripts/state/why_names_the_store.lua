local bh = require "bindhost"
local prefs = bh.state("prefs", { theme = "dark" }, { store = "memory:" })
print(tostring(prefs "theme":why()):match "never written")  -- expect: never written
prefs "theme":set "light"
print((tostring(prefs "theme":why()):gsub("\n.*", "")))     -- expect: prefs.theme = "light"
print(tostring(prefs "theme":why()):match "why_names_the_store.lua:4")  -- expect: why_names_the_store.lua:4
