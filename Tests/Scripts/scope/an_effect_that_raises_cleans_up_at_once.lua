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
