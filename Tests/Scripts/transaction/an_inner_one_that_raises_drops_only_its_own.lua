-- Contract 24.
local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(1)
bh.transaction(function()
  a:set(2)
  pcall(bh.transaction, function()
    b:set(2)
    a:set(3)
    error "inner"
  end)
  print(a:get(), b:get())  -- expect: 2	1
end)
print(a:get(), b:get())  -- expect: 2	1
