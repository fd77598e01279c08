-- Contract 10, 11, 14, 22, 28: whatever becomes of a transaction, what it asked for happens or never was asked for.
local bh = require "bindhost"
local function each_adds_to_the_other()
  local a, b = bh.bindable(0), bh.bindable(0)
  a:observe(function(v) if v > 0 then b:set(v + 1) end end)
  b:observe(function(v) if v > 0 then a:set(v + 1) end end)
  return a
end
local function paused(name)
  local x = bh.bindable(0)
  local h = x:observe(function(v) print(name, v) end, { initial = false })
  h:pause()
  return x, h
end
local function later(fn)
  local done = false
  bh.after(0, function() fn() done = true end)
  while not done do bh.sleep(0) end
end

-- One that goes round without end raises, but what it has written stands; so does what goes on and what begins with it.
local x, h = paused "goes on"
local a = each_adds_to_the_other()
print(select(2, pcall(bh.transaction, function()
  h:resume()
  x:observe(function(v) print("begins", v) end)
  x:set(1)
  a:set(1)
end)).id)
-- expect: goes on	1
-- expect: begins	1
-- expect: bind.cycle
print(h:info().paused)                  -- expect: false

-- What a cleanup asks for goes with the transaction that is dropped, and can be asked for again.
local y, k = paused "asked again"
pcall(bh.transaction, function()
  bh.scope("s", function() bh.on_close(function() k:resume() end) end)
  error "dropped"
end)
y:set(1)
print(k:info().paused)                  -- expect: true
later(function() k:resume() end)        -- expect: asked again	1
y:set(2)                                -- expect: asked again	2
