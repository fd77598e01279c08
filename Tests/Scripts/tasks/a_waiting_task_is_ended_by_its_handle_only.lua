-- Contract 30: the coroutine of a task that waits can be neither resumed nor closed behind the host's back.
local bh = require "bindhost"
local co
local task = bh.go(function()
  co = coroutine.running()
  bh.sleep "1h"
end)
local inner = coroutine.create(function() coroutine.yield(1) end)
bh.sleep(0)
print(coroutine.resume(co))                  -- expect: false	cannot resume a coroutine that is waiting
print(pcall(coroutine.close, co))            -- expect: false	cannot close a coroutine that is waiting
print(coroutine.status(co))                  -- expect: suspended
task:stop()
print(coroutine.status(co))                  -- expect: dead
print(coroutine.resume(inner), coroutine.close(inner), coroutine.status(inner))  -- expect: true	true	dead
