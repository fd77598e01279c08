local bh = require "bindhost"
local a, b
a = bh.computed(function() return b:get() + 1 end)
b = bh.computed(function() return a:get() + 1 end)
prnt(a)
-- finds 4: error: a derived value depends on itself [bind.cycle]
-- finds 5:1: error: nobody has made a global 'prnt' (did you mean 'print'?) [script.unknown_global]
