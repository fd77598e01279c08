-- Contract 8, 16, 22: going on after a pause is part of the callback or transaction that asks for it, also in an observer: it
-- happens at the commit, and not at all if that fails.
local bh = require "bindhost"
local function try(name, make, callback)
  local trigger = bh.bindable(0)
  local handle, change, show = make()
  handle:pause()
  change()
  local before = show()
  trigger:observe(function() callback(handle) end, { initial = false })
  trigger:set(1)
  print(name, before, show(), handle:info().paused)
  trigger:set(2)
end
local kinds = {
  observe = function() local c, n = bh.bindable(0), 0 return c:observe(function() n = n + 1 end), function() c:set(5) end, function() return n end end,
  bind = function() local c, x = bh.bindable(0), bh.bindable(0) return bh.bind(c, x), function() c:set(5) end, function() return x:get() end end,
  link = function() local c, x = bh.bindable(0), bh.bindable(0) return bh.link(c, x), function() c:set(5) end, function() return x:get() end end,
  effect = function() local c, n = bh.bindable(0), 0 return bh.effect(function() c:get() n = n + 1 end), function() c:set(5) end, function() return n end end,
  each = function() local c, n = bh.bindable {}, 0 return bh.each(c, { insert = function() n = n + 1 end }), function() c:push(5) end, function() return n end end,
}
for _, name in ipairs { "observe", "bind", "link", "effect", "each" } do
  try(name, kinds[name], function(h) pcall(bh.transaction, function() h:resume() error("x", 0) end) end)
end
-- expect: observe	1	1	true
-- expect: bind	0	0	true
-- expect: link	0	0	true
-- expect: effect	1	1	true
-- expect: each	0	0	true
try("raises", kinds.bind, function(h) h:resume() error("x", 0) end)       -- expect: raises	0	0	true
try("goes on", kinds.bind, function(h) h:resume() print(h:info().paused) end)
-- expect: true
-- expect: goes on	0	5	false
-- expect: false
-- expect error: script.error
-- expect error: script.error
