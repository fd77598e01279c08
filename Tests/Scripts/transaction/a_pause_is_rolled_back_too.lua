-- Contract 22, 24: pausing is part of the transaction that it is made in.
local bh = require "bindhost"
local x = bh.bindable(0)
local seen = {}
local handle = x:observe(function(v) seen[#seen + 1] = v end, { initial = false })
print(pcall(bh.transaction, function() handle:pause() error("no", 0) end))            -- expect: false	no
print(handle:info().paused)                                                          -- expect: false
x:set(1)
-- an inner one takes nothing of the outer one along
handle:pause()
x:set(2)
bh.transaction(function()
  handle:resume()
  pcall(bh.transaction, function() handle:pause() error "inner" end)
end)
print(handle:info().paused, table.concat(seen, " "))                                 -- expect: false	1 2
bh.transaction(function()
  pcall(bh.transaction, function() handle:pause() error "inner" end)
  x:set(3)
end)
bh.transaction(function() handle:pause() x:set(4) end)
print(handle:info().paused, table.concat(seen, " "))                                 -- expect: true	1 2 3
handle:resume()
-- a callback that pauses itself and fails has not paused
local own
own = x:observe(function(v) own:pause() if v == 5 then error("five", 0) end end, { initial = false })
x:set(5)                                                                             -- expect error: script.error
print(own:info().paused)                                                             -- expect: false
x:set(6)
print(own:info().paused, table.concat(seen, " "))                                    -- expect: true	1 2 3 4 5 6
-- so has one that went on and paused again: it goes on with the next resume
local late = x:observe(function(v, old) print("late", v, old) end)                   -- expect: late	6	nil
late:pause()
x:set(7)
pcall(bh.transaction, function() late:resume() late:pause() error "no" end)
bh.transaction(function() late:resume() end)                                         -- expect: late	7	6
late:pause()
x:set(8)
bh.transaction(function()
  pcall(bh.transaction, function() late:resume() late:pause() error "inner" end)
  late:resume()
end)                                                                                 -- expect: late	8	7
late:pause()
x:set(9)
pcall(bh.transaction, function()
  late:resume()
  bh.transaction(function() late:pause() end)
  error "outer"
end)
bh.transaction(function() late:resume() end)                                         -- expect: late	9	8
