-- Contract 70: a chain goes on over timers, tasks and waits; a job is named with its run.
local bh = require "bindhost"
local function say(why) print((tostring(why):gsub("[^ (]*timers_and_jobs_keep_what_led_to_them.lua", "here"))) end
local seen = bh.bindable(0, { name = "seen" })
local button = bh.bindable(0, { name = "button" })
button:observe(function(count)
  bh.after("1ms", function()
    seen:set(count)
    say(seen:why())
  end)
end, { initial = false })
button:set(1)
while seen:get() ~= 1 do bh.sleep("1ms") end
-- expect: seen = 1
-- expect:   = write  →  seen  here:8
-- expect:   = caused by  after here:7
-- expect:   = caused by  write  →  button  here:12
-- expect:   = caused by  main chunk
say(seen:why())
-- expect: seen = 1
-- expect:   = write  →  seen  here:8
-- expect:   = caused by  after here:7
-- expect:   = caused by  write  →  button  here:12
-- expect:   = caused by  main chunk
local runs = bh.bindable(0, { name = "runs" })
local job
job = bh.job.every("5ms", { name = "tick", run = function()
  bh.sleep("1ms")
  runs:modify(function(n) return n + 1 end)
  if runs:get() == 2 then
    say(runs:why())
    job:stop()
  end
end })
-- expect: runs = 2
-- expect:   = write  →  runs  here:29
-- expect:   = caused by  job "tick" (run 2)
local source = bh.bindable(1, { name = "source" })
local slow = source:debounce("2ms")
slow:observe(function(v) seen:set(v) end, { initial = false })
source:set(7)
while seen:get() ~= 7 or runs:get() < 2 do bh.sleep("1ms") end
say(seen:why())
-- expect: seen = 7
-- expect:   = write  →  seen  here:40
-- expect:   = caused by  write  →  source  here:41
-- expect:   = caused by  main chunk
