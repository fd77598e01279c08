-- CONTRACT 22, 32, 34: the scope of a run ends with the run's error; its cleanups run once, its writes are dropped.
local bh = require "bindhost"
local n, out = bh.bindable(1), bh.bindable(0)
local handle = bh.effect(function()
  local turn = n:get()
  print("run", turn)
  bh.on_close(function() print("closed", turn) end)
  out:set(turn)
  if turn == 2 then error "no" end
end)                    -- expect: run	1
n:set(2)
-- expect: closed	1
-- expect: run	2
-- expect: closed	2
print(out:get())        -- expect: 1
n:set(3)                -- expect: run	3
print(out:get())        -- expect: 3
handle:stop()           -- expect: closed	3
-- expect error: script.error

-- What its cleanups make goes with it.
local fails, kept = bh.bindable(0), {}
bh.on_error(function() end)
bh.effect(function()
  if fails:get() == 0 then return end
  bh.on_close(function()
    kept[1] = fails:observe(function(v) print("never", v) end, { initial = false })
    bh.on_close(function() print "closed too" end)
  end)
  error "no"
end)
fails:set(1)                                               -- expect: closed too
fails:set(0)
