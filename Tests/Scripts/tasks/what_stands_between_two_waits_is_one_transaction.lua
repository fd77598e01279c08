-- Contract 25.
local bh = require "bindhost"
local a, b = bh.bindable(0), bh.bindable(0)
bh.combine({ a, b }, function(x, y) return x .. " " .. y end):observe(function(v) print(v) end)  -- expect: 0 0
bh.go(function()
  a:set(1)
  b:set(1)
  bh.sleep "1ms"  -- expect: 1 1
  a:set(2)
  error "dropped"
end)
bh.on_exit(function() print(a:get(), b:get()) end)  -- expect: 1	1
-- expect error: script.error
-- exit: 1
