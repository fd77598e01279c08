local bh = require "bindhost"
local theme = bh.state("theme", "dark")
theme:set "light"
print(theme:save(), theme:get())                         -- expect: true	light
local h <close> = theme:observe(function(new, old) print(old .. " → " .. new) end, { initial = false })
print(theme:set(nil), theme:get(), theme:save())         -- expect: light → dark
-- expect: true	dark	true
local prefs = bh.state("prefs", { a = 1, b = { c = 2 } })
prefs:update { a = 10, b = { c = 20 } }
bh.transaction(function()
  prefs:set(nil)
  print(prefs "a":get(), prefs "b.c":get())              -- expect: 1	2
  prefs "a":set(5)
end)
print(prefs "a":get(), prefs "b.c":get())                -- expect: 5	2
