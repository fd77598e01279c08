-- CONTRACT 25: what a timer, a job step or an observer writes is one wave, or nothing if it raises.
local bh = require "bindhost"
local a, b = bh.bindable(0), bh.bindable(0)
bh.on_error(function(err) print("reported", (tostring(err):gsub("^.*: ", ""))) end)
bh.combine({ a, b }, function(x, y) return x .. " " .. y end):observe(function(v) print(v) end)   -- expect: 0 0
bh.after("1ms", function() a:set(1) b:set(1) end)         -- expect: 1 1
bh.after("2ms", function() a:set(9) b:set(9) a:observe(print) error("timer", 0) end)   -- expect: reported	timer
bh.sleep "10ms"
print(a:get(), b:get())                                   -- expect: 1	1
-- the main chunk is none: outside bh.transaction each write is a wave
a:set(2)                                                  -- expect: 2 1
b:set(2)                                                  -- expect: 2 2
local job = bh.job.every("1h", { name = "step", run = function()
  a:set(3) b:set(3)                                       -- expect: 3 3
  bh.sleep "1ms"
  a:set(8)
  error("step", 0)                                        -- expect: reported	step
end })
bh.sleep "20ms"
print(a:get(), b:get())                                   -- expect: 3	3
job:stop()
