-- Contract 32a.
local bh = require "bindhost"
local a = bh.bindable(1)
bh.bind(a, function(v) print(v) end)  -- expect: 1
for _ = 1, 3 do collectgarbage() end
a:set(2)  -- expect: 2
