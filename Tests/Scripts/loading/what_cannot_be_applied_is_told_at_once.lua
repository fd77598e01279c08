-- A function of a write that raises is a mistake of whoever writes: nothing is shown or sent, and nothing reported besides.
local bh = require "bindhost"
local x = bh.loadable("x", { load = function() return 1 end })
x:await()
local ok, err = pcall(function()
  x:write { apply = function() error("cannot") end, send = function() print "sent" return true end }
end)
print(ok, err)                                    -- expect: false	what_cannot_be_applied_is_told_at_once.lua:6: cannot
bh.sleep("5ms")
print(x "value":get(), x "face":get())            -- expect: 1	loaded
