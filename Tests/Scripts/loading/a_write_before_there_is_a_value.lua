-- Contract W-1: an overlay without a base is invisible until a base exists; confirmed without one, it makes none up.
local bh = require "bindhost"
local server = 7
local x = bh.loadable("x", { load = function() bh.sleep("5ms") return server end })
print(x:write { apply = function(base) return (base or 0) + 1 end, send = function() server = 8 return true end })  -- expect: true
print(x "value":get(), x "face":get())            -- expect: nil	idle
bh.sleep("5ms")
print(x "value":get(), x "value":has_value())     -- expect: nil	false
print(x:await())                                  -- expect: 8
