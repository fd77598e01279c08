local bh = require "bindhost"
bh.go(function()
  error("no such user")
end)
