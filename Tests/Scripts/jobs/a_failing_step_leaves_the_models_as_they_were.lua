-- args: --once
local bh = require "bindhost"
local a = bh.bindable(1)
bh.job.every("1h", { name = "breaks", run = function()
  a:set(2)
  print("inside", a:get())  -- expect: inside	2
  error "no"
end })
bh.on_exit(function() print("after", a:get()) end)  -- expect: after	1
-- expect error: script.error
-- expect stderr: job "breaks"
-- exit: 1
