-- Contract 9, 21: a write that is rolled back wins over nothing, so no update is lost.
local bh = require "bindhost"
local go, x = bh.bindable(0), bh.bindable(0)
go:observe(function() x:set(5) end, { initial = false })
go:observe(function()
  local old = x:get()
  pcall(bh.transaction, function() x:set(old + 1) error "dropped" end)
end, { initial = false })
go:set(1)
print(x:get())                       -- expect: 5
local y = bh.bindable(0)
go:observe(function() y:set(5) end, { initial = false })
go:observe(function()
  y:set(y:get() + 1)
  error("raises after it", 0)
end, { initial = false })
go:set(2)                            -- expect error: script.error
print(y:get())                       -- expect: 5
