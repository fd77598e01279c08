local bh = require "bindhost"
print(pcall(error, "x"))  -- expect: false	x
print(select("#", pcall(error)), (pcall(error)))  -- expect: 2	false
local object = setmetatable({}, { __tostring = function() return "object" end })
print(select(2, pcall(error, object)) == object)  -- expect: true
