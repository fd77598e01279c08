-- Contract R-5: what is invalidated during a load that fails in the end is asked for once more, as after one that succeeds.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local n, failures = 0, 0
local x
x = bh.loadable("x", { retry = 0, load = function()
  n = n + 1
  if n < 4 then
    for _ = 1, 3 do x:invalidate() end
    bh.sleep "1ms"
    if n == 2 then return nil, "down" end
  end
  return n
end })
x:on_failed(function() failures = failures + 1 end)
x "face":observe(function(face) print(face, x "value":get(), x "stale":get()) end)
wait_for(function() return x "face":get() == "loaded" end)
bh.sleep "5ms"
print(n, failures, x "value":get(), x "stale":get())
-- expect: loading	nil	false
-- expect: reloading	1	true
-- expect: loaded	4	false
-- expect: 4	1	4	false

-- Nobody looks: it is old.
local y
y = bh.loadable("y", { fresh = "1h", retry = 0, initial = 0, load = function()
  y:invalidate()
  return nil, "down"
end })
y:await()
print(y "face":get(), y "stale":get())   -- expect: degraded	true
