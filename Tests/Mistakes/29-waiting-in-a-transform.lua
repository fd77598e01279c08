local bh = require "bindhost"
local id, label = bh.bindable(7), bh.bindable("")
bh.bind(id, label, function(v)
  bh.sleep("1s")
  return "user " .. v
end)
