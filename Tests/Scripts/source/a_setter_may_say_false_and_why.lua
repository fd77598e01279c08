-- Contract 56: `false, err` is a failure as `nil, err` is; false alone is the value that now holds.
local bh = require "bindhost"
local switch = bh.source { get = function() return true end, set = function(new, _, _)
  if new == "blocked" then return false, "not allowed" end
  return false
end }
local ok, err = switch:set "blocked"
print(ok, err.message, switch:get())      -- expect: nil	not allowed	true
print(switch:set "off", switch:get())     -- expect: true	false
