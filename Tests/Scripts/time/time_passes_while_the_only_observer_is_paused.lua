-- Contract 54: a debounced or throttled value goes on while its only observer is paused.
local bh = require "bindhost"
for _, word in ipairs { "debounce", "throttle" } do
  local a = bh.bindable(1)
  local log = {}
  local later = a[word](a, "5ms"):map(function(v) return v end)
  local observer = later:observe(function(new, old) log[#log + 1] = tostring(old) .. ">" .. new end)
  bh.sleep "20ms"
  observer:pause()
  a:set(2)
  bh.sleep "20ms"
  print(word, later:get())
  a:set(3)
  bh.sleep "20ms"
  observer:resume()
  print(table.concat(log, " "))
  bh.sleep "20ms"
  print(#log)
  observer:stop()
end
-- expect: debounce	2
-- expect: nil>1 1>3
-- expect: 2
-- expect: throttle	2
-- expect: nil>1 1>3
-- expect: 2
-- An effect and a binding are no different.
local b = bh.bindable(1)
local slow = b:debounce "5ms"
local runs = 0
local effect = bh.effect(function() runs = runs + slow:get() end)
effect:pause()
b:set(10)
bh.sleep "20ms"
effect:resume()
print(runs)                                             -- expect: 11
