-- Contract 16, 22.
local bh = require "bindhost"
local a = bh.bindable(1)
pcall(bh.transaction, function()
  a:observe(function(v) print("never", v) end)
  error "no"
end)
a:set(2)
bh.transaction(function()
  a:observe(function(v) print("observed", v) end)
  a:set(3)
  print "before commit"  -- expect: before commit
end)
-- expect: observed	3
