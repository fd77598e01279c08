-- Contract 8 and 32 c: an effect depends on what it reads itself. What its functions of writes read, and the cleanups of what
-- ends inside it, is none of that, whatever else it reads.
local bh = require "bindhost"
local function runs(body)
  local x, y, z, r = bh.bindable(0), bh.bindable(0), bh.bindable(0), bh.model("r" .. tostring(body), { v = 0 })
  local n = 0
  local effect = bh.effect(function()
    n = n + 1
    body(x, y, z, r)
  end)
  x:set(1)
  effect:stop()
  return n
end
local function guarded(x) return function() local _ = x:get() end end
print(runs(function(x, y, z) z:modify(function() return x:get() end) return y:get() end))       -- expect: 1
print(runs(function(x, y, z) y:get() z:modify(function() return x:get() end) end))              -- expect: 1
print(runs(function(x, _, z) z:modify(function() return x:get() end) return z:peek() end))      -- expect: 1
print(runs(function(x, _, _, r) r:modify(function(t) t.v = x:get() return t end) end))          -- expect: 1
print(runs(function(x) bh.scope(function() bh.on_close(guarded(x)) end):close() end))           -- expect: 1
print(runs(function(x) bh.on_close(guarded(x)) end))                                            -- expect: 1
print(runs(function(x) bh.effect(function() return guarded(x) end):stop() end))                 -- expect: 1
print(runs(function(x) return x:get() end))                                                     -- expect: 2
