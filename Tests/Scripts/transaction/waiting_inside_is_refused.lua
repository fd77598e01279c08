-- Contract 13.
local bh = require "bindhost"
local a = bh.bindable(1)
local ok, err = pcall(bh.transaction, function()
  a:set(2)
  bh.sleep(0.01)
end)
print(ok, err.id, a:get())  -- expect: false	bind.yield	1
