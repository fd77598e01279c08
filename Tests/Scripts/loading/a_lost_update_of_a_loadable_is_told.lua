-- CONTRACT 9: a plain `set` of a loadable over what another callback of the wave has set, by one who had read it.
local bh = require "bindhost"
local box = bh.loadable("box", { load = function() return 1 end })
box:await()
local go = bh.bindable(0)
local function both(one, other)
  local a, b = go:observe(one, { initial = false }), go:observe(other, { initial = false })
  go:set(go:peek() + 1)
  a:stop()
  b:stop()
  print(box "value":get())
end
both(function() box:set(2) end, function() box:set(box "value":get() + 10) end)   -- expect: 11
-- expect warning: bind.lost_update
-- expect stderr: use :write{apply=}
both(function() box:set(2) end, function() box:set(3) end)                        -- expect: 3
both(function() box:set(2) end, function() print(box "face":get()) box:set(4) end)   -- expect: loaded
                                                                                  -- expect: 4
both(function() box:set(2) end, function() box:set(5) box:set(box "value":get() + 1) end)   -- expect: 6
both(function() box:set(2) end, function() pcall(bh.transaction, function() box:set(box "value":get()) error "no" end) end)   -- expect: 2
