local bh = require "bindhost"
local broken = bh.computed(function() error "inner" end)
bh.bindable(1):observe(function()
  error(setmetatable({}, { __tostring = function()
    pcall(broken.get, broken)
    return "outer"
  end }))
end)
-- expect error: script.error
-- expect stderr: error[script.error]: outer
-- expect stderr: keeps_its_own_place.lua:4
