-- Contract 9: what is read and written over in one wave is told of sources and of their places too.
local bh = require "bindhost"
bh.on_error(function(err) print(err.id) end)
local function both(read, write)
  local trigger = bh.bindable(0)
  for _ = 1, 2 do trigger:observe(function(v) if v > 0 then write(read() + 1) end end) end
  trigger:set(1)
end
local server = { n = 0 }
local s = bh.source { get = function() return 0 end, set = function() return true end }
both(function() return s:get() end, function(v) s:set(v) end)                 -- expect: bind.lost_update
local r = bh.source { get = function() return server end, set = function(v) server = v return true end }
both(function() return r "n":get() end, function(v) r "n":set(v) end)         -- expect: bind.lost_update
both(function() return 0 end, function(v) s:set(v) end)
both(function() return 0 end, function() s:modify(function(v) return v + 1 end) end)
print "no other"                                  -- expect: no other
