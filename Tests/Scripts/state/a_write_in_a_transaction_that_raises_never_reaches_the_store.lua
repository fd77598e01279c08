local bh = require "bindhost"
local prefs = bh.state("prefs", { theme = "dark", rating = 0 }, { save_after = 0 })
local ok, err = pcall(bh.transaction, function()
  prefs "theme":set "light"
  prefs "rating":modify(function(n) return n + 1 end)
  print(prefs "theme":get(), prefs "rating":get())       -- expect: light	1
  error("no", 0)
end)
print(ok, err, prefs "theme":get(), prefs "rating":get(), prefs "$pending":get()) -- expect: false	no	dark	0	false
-- an inner one that raises loses its own writes only
bh.transaction(function()
  prefs "rating":modify(function(n) return n + 1 end)
  pcall(bh.transaction, function()
    prefs "rating":modify(function(n) return n + 10 end)
    error "inner"
  end)
  prefs "rating":modify(function(n) return n + 100 end)
end)
print(prefs "rating":get(), prefs "$pending":get())      -- expect: 101	true
print(prefs:save())                                      -- expect: true
-- what a handler that raises has written is dropped as well
local h <close> = prefs "theme":observe(function(new)
  prefs "rating":set(0)
  error "observer"                                       -- expect error: script.error
end, { initial = false })
prefs "theme":set "light"
print(prefs "rating":get())                              -- expect: 101
