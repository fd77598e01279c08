-- Contract R-1, R-2, L-6, L-14: an older answer changes nothing; what nobody waits for is called off.
local bh = require "bindhost"
local closed = 0
local times = { "30ms", "2ms" }
local x = bh.loadable("x", { load = function()
  bh.on_close(function() closed = closed + 1 end)
  local time = table.remove(times, 1) or "2ms"
  bh.sleep(time)
  return "after " .. time
end })
x:set("start")
local watching = x "value":observe(function(v) print(v) end)    -- expect: start
bh.sleep(0)
x:refresh()                                                     -- the slow one is called off
print(x:await())
-- expect: after 2ms
-- expect: after 2ms
bh.sleep("40ms")
print(closed, x "face":get())                                   -- expect: 2	loaded
x:refresh()
bh.sleep(0)
x:cancel()
print(x "face":get(), closed)                                   -- expect: loaded	3
bh.go(function()
  local value, err = x:await()
  print(value, err.kind, err.id)
end)
bh.sleep(0)
x:cancel()
bh.sleep("5ms")                                                 -- expect: nil	cancelled	load.cancelled
watching:stop()
local lazy = bh.loadable("lazy", { load = function() bh.sleep("1s") return 1 end })
local handle = lazy "face":observe(function(face) print("lazy", face) end)  -- expect: lazy	loading
bh.sleep(0)
handle:stop()                                                   -- the last one has left
bh.sleep("10ms")
print(lazy "face":get(), lazy "value":has_value())              -- expect: idle	false
