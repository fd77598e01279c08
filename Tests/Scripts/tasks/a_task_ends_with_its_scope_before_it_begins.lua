local bh = require "bindhost"
bh.scope(function() bh.go(function() print "its scope is closed" end) end):close()
pcall(bh.transaction, function()
  bh.go(function() print "what made it was rolled back" end)
  error "no"
end)
bh.go(function() print "this one runs" end)  -- expect: this one runs
