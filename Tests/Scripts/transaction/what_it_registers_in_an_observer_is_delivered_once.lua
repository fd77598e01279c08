-- CONTRACT 16: in a transaction of an observer too, a first delivery comes at the commit and has the committed value.
local bh = require "bindhost"
local go, x = bh.bindable(0), bh.bindable "old"
go:observe(function()
  bh.transaction(function()
    x:set "new"
    x:observe(function(value, old) print(value, old) end)
    print "registered"
  end)
end, { initial = false })
go:set(1)
-- expect: registered
-- expect: new	nil
x:set "newer"           -- expect: newer	new
