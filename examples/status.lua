-- No screen: follows the state that examples/control.lua changes, until it is stopped with Ctrl-C.
local bh = require "bindhost"
local prefs = require "prefs"

prefs "theme":observe(function(theme) print("theme=" .. theme) end)          -- now, and at each change
prefs "rating":observe(function(n) print("rating=" .. ("*"):rep(n)) end)
