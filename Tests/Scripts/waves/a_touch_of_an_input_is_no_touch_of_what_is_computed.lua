-- Contract 5, 17, 20: who looks at what is computed is told of a touch of its input only by what that makes of it.
local bh = require "bindhost"
local source, fails = bh.bindable(2), bh.bindable(false)
local even = source:map(function(v) return v % 2 == 0 end)
even:observe(function() end)
local told = {}
local handle = even:observe(function(new, old, cause) told[#told + 1] = tostring(new) .. "<" .. tostring(old) .. " " .. cause.kind end, { initial = false })
handle:pause()
source:set(1)
source:touch()
source:set(2)
handle:resume()
handle:stop()
print(#told)                                               -- expect: 0

-- Nor after it could not be computed for a while.
local quiet = bh.computed(function()
  if source:get() == 3 then error("three", 0) end
  return "quiet"
end)
quiet:observe(function(new, old, cause) told[#told + 1] = new .. "<" .. tostring(old) .. " " .. cause.kind end, { initial = false })
bh.on_error(function() end)
source:set(3)
bh.transaction(function() source:set(4) source:touch() end)
print(#told)                                               -- expect: 0

-- Who looks at what is touched is told.
local direct = source:observe(function(new, old, cause) told[#told + 1] = new .. "<" .. tostring(old) .. " " .. cause.kind end, { initial = false })
direct:pause()
source:touch()
direct:resume()
print(table.concat(told, ", "))                            -- expect: 4<4 touch
