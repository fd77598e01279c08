-- Changes what examples/status.lua shows: `bindhost run examples/control.lua`, once or often, from anywhere.
local bh = require "bindhost"
local prefs = require "prefs"

bh.transaction(function()      -- both or neither, also for those who watch from another process
  prefs "theme":modify(function(theme) return theme == "dark" and "light" or "dark" end)
  prefs "rating":modify(function(n) return n % 5 + 1 end)
end)
local saved, err = prefs:save()
print(saved and ("saved: %s, %d"):format(prefs "theme":get(), prefs "rating":get()) or tostring(err))
