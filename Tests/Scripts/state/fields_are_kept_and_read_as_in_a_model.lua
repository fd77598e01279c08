local bh = require "bindhost"
local prefs = bh.state("prefs", {
  theme = "dark", rating = bh.field { default = 0, min = 0, max = 5 }, window = { width = 80 }, recent = {},
})
print(prefs "theme":get(), prefs "rating":get(), prefs "window.width":get(), #prefs "recent":get()) -- expect: dark	0	80	0
print(prefs "$pending":get(), prefs "$load_error":get(), prefs "$save_error":get())  -- expect: false	nil	nil
local ok, err = prefs "rating":set(9)
print(ok, err.id)                                        -- expect: nil	bind.invalid
print(prefs "$pending":get())                            -- expect: false
print(prefs "rating":set(3), prefs "$pending":get())     -- expect: true	true
prefs "recent":push "a.lua"
prefs "recent[1]":set "b.lua"
prefs "window.width":set(120)
prefs:update { theme = "light" }
print(prefs:save())                                      -- expect: true
print(prefs "$pending":get())                            -- expect: false
print(prefs "recent[1]":get(), bh.open "prefs" "theme":get())  -- expect: b.lua	light
-- the same key is the same state
local again = bh.state("prefs", {
  theme = "dark", rating = bh.field { default = 0, min = 0, max = 5 }, window = { width = 80 }, recent = {},
})
print(again == prefs)                                    -- expect: true
