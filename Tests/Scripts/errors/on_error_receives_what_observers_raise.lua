local bh = require "bindhost"
local a = bh.bindable(1)
local value = { "anything" }
bh.on_error(function(err) print("caught", err.cause == value or err == value) end)
a:observe(function() error(value) end, { initial = false })
a:set(2)  -- expect: caught	true
