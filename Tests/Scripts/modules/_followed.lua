local bh = require "bindhost"
local M = { n = bh.model("followed", { n = 0 }), seen = {} }
M.handle = M.n "n":observe(function(v) M.seen[#M.seen + 1] = v end)
bh.on_close(function() print "module closed" end)
return M
