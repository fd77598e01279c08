-- args: --allow-run=echo --timeout=3s
-- LUA_API "nothing blocks the host", CLI "--timeout": a task that sleeps for no time at all and a timer that makes itself again
-- leave every turn an end, and let programs, signals and the end of the run come in between.
local bh = require "bindhost"
local answer
bh.go(function() answer = bh.exec { "echo", "hi" } end)
local rounds = 0
local function again()
  rounds = rounds + 1
  if not answer then bh.after(0, again) end
end
again()
while not answer do bh.sleep(0) end
print(answer.out:match "%a+", rounds > 1)    -- expect: hi	true
bh.on_exit(function() print "exit" end)      -- expect: exit
-- Whatever runs when the time is up is stopped, and would say so besides.
bh.on_error(function() end)
local function for_ever() bh.after(0, for_ever) end
for_ever()
bh.go(function() while true do bh.sleep(0) end end)
-- expect error: host.timeout
-- exit: 4
