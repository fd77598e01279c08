-- Contract 5, 19: what an effect has read went there and back while it was paused: there is nothing to run for.
local bh = require "bindhost"
local a, b, on = bh.bindable(2), bh.bindable(1), bh.bindable(true)
local twice = a:map(function(v) return v * 2 end)
local runs = 0
local effect = bh.effect(function()
  runs = runs + 1
  return on:get() and twice:get() + b:get()
end)
local function during(fn)
  local before = runs
  effect:pause()
  fn()
  effect:resume()
  return runs - before
end
print(during(function() a:set(1) a:set(2) end))         -- expect: 0
print(during(function() a:set(1) twice:get() a:set(2) b:set(5) b:set(1) end))   -- expect: 0
print(during(function() a:set(1) end))                  -- expect: 1
print(during(function() a:set(2) a:set(1) a:touch() b:touch() end))   -- expect: 1
print(during(function() on:set(false) a:set(7) on:set(true) end))     -- expect: 1
-- What it has not seen when it is paused is news.
bh.transaction(function() b:set(9) effect:pause() end)
local before = runs
effect:resume()
print(runs - before)                                    -- expect: 1
-- Afterwards it follows as before.
a:set(3)
print(runs - before)                                    -- expect: 2
print(during(function() end))                           -- expect: 0
