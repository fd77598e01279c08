local bh = require "bindhost"
local plain = bh.bindable(1)
local picky = bh.bindable(1, { equals = function() error("cannot tell", 0) end })
print(pcall(bh.transaction, function()
  plain:set(2)
  plain:observe(function(v) print("seen", v) end)
  picky:set(2)
end))                              -- expect: false	cannot tell
print(plain:get(), picky:get())    -- expect: 1	1
plain:set(3)
print(plain:get())                 -- expect: 3
