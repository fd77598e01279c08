local bh = require "bindhost"
bh.transaction(function()
  bh.sleep "10ms"
end)
