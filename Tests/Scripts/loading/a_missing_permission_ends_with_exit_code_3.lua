-- CLI: a refused permission that nobody catches is told with its flag, also where a loader meets it.
-- exit: 3
-- expect stderr: --allow-read=
local bh = require "bindhost"
local caught = bh.loadable("caught", { load = function() return bh.fs.read("/etc/hostname") end })
print(select(2, caught:await()).kind)             -- expect: not_permitted
local heard = bh.loadable("heard", { load = function() return bh.fs.read("/etc/hostname") end })
heard:on_failed(function(e) print(e.kind) end)
bh.sleep("5ms")                                   -- expect: not_permitted
local x = bh.loadable("x", { load = function() return bh.fs.read("/etc/hosts") end })
x "value":observe(function() end)                 -- expect error: host.not_permitted
