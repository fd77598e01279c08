-- CONTRACT 17, 19: what the writes of one wave come to counts, also for effects.
local bh = require "bindhost"
local go, x, y = bh.bindable(0), bh.bindable(3), bh.bindable(1)
local m = bh.model("m", { x = 3, z = 1, list = { 1, 2 }, p = { q = 1 } })
local runs = {}
local function effect(name, fn) bh.effect(function() runs[#runs + 1] = name fn() end) end
effect("x", function() x:get() end)
effect("both", function() x:get() y:get() end)
effect("field", function() m "x":get() end)
effect("model", function() m:get() end)
effect("place", function() m "list[1]":get() end)
local twice = x:map(function(v) return v * 2 end)
effect("derived", function() twice:get() end)
effect("inner", function() m "p":get() end)
local function put(...)
  local writes = { ... }
  local handles = {}
  for i, fn in ipairs(writes) do handles[i] = go:observe(fn, { initial = false }) end
  runs = {}
  go:set(go:peek() + 1)
  for _, h in ipairs(handles) do h:stop() end
  table.sort(runs)
  print(table.concat(runs, " "))
end
-- put back by the second callback, by the third, by a function
put(function() x:set(1) m "x":set(1) m "list[1]":set(9) m "p.q":set(2) end,
  function() x:set(3) m "x":set(3) m "list[1]":set(1) m "p.q":set(1) end)                  -- expect:
put(function() x:set(1) end, function() x:set(2) end, function() x:set(3) end)             -- expect:
put(function() x:modify(function(v) return v + 1 end) end, function() x:modify(function(v) return v - 1 end) end)   -- expect:
-- not put back, or not all of it
put(function() x:set(1) end, function() x:set(4) end)                                      -- expect: both derived x
put(function() x:set(1) y:set(5) end, function() x:set(4) end)                             -- expect: both
put(function() m "x":set(1) m "z":set(2) end, function() m "x":set(3) end)                 -- expect: model
put(function() m "x":set(1) end, function() m "x":set(3) end, function() m "x":set(1) end) -- expect: field model
put(function() m "x":set(3) m "p.q":set(7) end, function() m "x":set(1) m "p.q":set(1) end) -- expect:
put(function() m "list[1]":set(9) end, function() m "list[1]":set(1) m "list[2]":set(9) end)  -- expect: model
-- a touch is told, before or after
put(function() x:touch() x:set(1) end, function() x:set(4) end)                            -- expect: both x
put(function() x:set(1) end, function() x:set(4) end, function() x:touch() end)            -- expect: both x
-- what is paused meanwhile, or comes meanwhile, is right
local h = bh.effect(function() runs[#runs + 1] = "paused " .. x:get() end)
h:pause()
put(function() x:set(1) end, function() x:set(4) end)                                      -- expect:
x:set(5)
runs = {}
h:resume()
print(table.concat(runs, " "))                                                             -- expect: paused 5
put(function() x:set(1) bh.effect(function() runs[#runs + 1] = "new " .. x:get() end) end, function() x:set(5) end)
-- expect: new 5
-- who begins with what only the first of them has written is told
local function begin(cell) cell:observe(function(new, old) runs[#runs + 1] = new .. " after " .. old end, { initial = false }) end
put(function() x:set(1) begin(x) begin(x:map(function(v) return v * 2 end)) end, function() x:set(5) end)                -- expect: 10 after 2 5 after 1
