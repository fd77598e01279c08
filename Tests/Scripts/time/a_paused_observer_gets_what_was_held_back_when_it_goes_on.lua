-- Contract 10, 33 and 54: what became due while the observer was paused is delivered when it goes on.
local bh = require "bindhost"
local a, b = bh.bindable(0), bh.bindable(0)
local log = {}
local quiet = a:debounce("20ms"):observe(function(v, old) log[#log + 1] = ("debounce %s<%s"):format(v, old) end)
local calm = b:throttle("20ms"):observe(function(v, old) log[#log + 1] = ("throttle %s<%s"):format(v, old) end)
a:set(1)
b:set(1) b:set(2)
quiet:pause() calm:pause()
bh.sleep("80ms")
print(#log)                                        -- expect: 2
a:set(5)                                           -- its time begins when somebody looks at it again
quiet:resume() calm:resume()
print(log[3], log[4])                              -- expect: debounce 1<0	throttle 2<0
bh.sleep("80ms")
print(log[5], #log)                                -- expect: debounce 5<1	5
quiet:stop() calm:stop()
-- A source that fails for a while: what was held back is gone, and the next value has its own time.
local c = bh.bindable(0)
local failing = bh.bindable(false)
local d = bh.computed(function() if failing:get() then error "no" end return c:get() end)
bh.on_error(function() end)
local seen = {}
d:debounce("20ms"):observe(function(v) seen[#seen + 1] = v end)
c:set(1)
failing:set(true)
bh.sleep("80ms")
failing:set(false)
print(seen[#seen])                                 -- expect: 0
bh.sleep("80ms")
print(seen[#seen])                                 -- expect: 1
