-- CONTRACT 69: one too many is refused where it is made; that callback alone ends, and the next one runs.
local bh = require "bindhost"
local cell, other = bh.bindable(1), bh.bindable(1)
local handle
for i = 1, 100 do  -- in portions, since the time between two waits has a limit too
  for _ = 1, 999 do cell:observe(print, { initial = false }) end
  bh.sleep(0)
end
for _ = bh.stats().observers + 1, 99999 do handle = cell:observe(print, { initial = false }) end
bh.sleep(0)
other:observe(function(v)
  if v ~= 2 then return end
  other:set(3)
  bh.effect(function() end)  -- expect error: host.quota
end)
-- expect stderr: observers_are_a_hundred_thousand_at_most.lua:14
other:set(2)
bh.sleep(0)
print(other:get(), bh.stats().observers)                        -- expect: 2	100000
local function refused(what, fn, ...)
  local ok, err = pcall(fn, ...)
  print(what, ok, err.id, err.message:match "100000 observers")
end
refused("observe", cell.observe, cell, print)                   -- expect: observe	false	host.quota	100000 observers
refused("bind", bh.bind, cell, print)                           -- expect: bind	false	host.quota	100000 observers
refused("link", bh.link, cell, bh.bindable())                   -- expect: link	false	host.quota	100000 observers
refused("each", bh.each, bh.bindable {}, { key = "id" })        -- expect: each	false	host.quota	100000 observers
refused("label", bh.ui.label, cell)                             -- expect: label	false	host.quota	100000 observers
handle:stop()
other:observe(function(v) print("room again", v) end)           -- expect: room again	2
-- exit: 1
