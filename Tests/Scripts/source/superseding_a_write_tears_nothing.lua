-- Contract 21, 57: a write that takes the place of another one calls that off, and what else its transaction writes is still one wave.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local m, n = bh.bindable(0), bh.bindable(0)
bh.combine({ m, n }, function(a, b) return a .. "/" .. b end):observe(function(v) print(v) end)  -- expect: 0/0
local running
-- Everybody waits for ever but the one who is asked for 6.
local function slow(new)
  running = new
  while new ~= 6 do bh.sleep "1ms" end
  return true
end
local function source(options)
  options.get, options.set = function() return 0 end, slow
  return bh.source(options)
end

-- It is being sent, or still asked for.
for i, options in ipairs { { order = "latest" }, { order = "latest", confirm = slow }, { coalesce = true, confirm = slow } } do
  local x = source(options)
  bh.transaction(function() x:set(5) end)
  wait_for(function() return running == 5 end)
  bh.transaction(function() m:set(i) x:set(6) n:set(i) end)
  wait_for(function() return x:get() == 6 end)
end
-- expect: 1/1
-- expect: 2/2
-- expect: 3/3

-- What is shown is part of that wave, what the one that is called off closes comes after it.
local closed = bh.bindable "open"
local shown = bh.source { order = "latest", optimistic = true, get = function() return 0 end, set = function(new)
  local c <close> = setmetatable({}, { __close = function() if new == 5 then closed:set "closed" end end })
  return slow(new)
end }
bh.transaction(function() shown:set(5) end)
wait_for(function() return running == 5 end)
bh.combine({ m, shown, closed }, function(a, b, c) return a .. " " .. b .. " " .. c end)
  :observe(function(v) print(v) end)                       -- expect: 3 5 open
bh.transaction(function() shown:set(6) m:set(4) n:set(4) end)
-- expect: 4/4
-- expect: 4 6 open
-- expect: 4 6 closed
wait_for(function() return shown "$pending":get() == 0 end)

-- Whoever waits for the one that is called off hears of it afterwards.
local heard
bh.go(function()
  local _, err = shown:set(7)
  heard = err.kind .. " " .. m:get() .. " " .. n:get()
end)
wait_for(function() return running == 7 end)
bh.transaction(function() m:set(5) shown:set(6) n:set(5) end)
wait_for(function() return heard end)
print(heard)
-- expect: 4 7 closed
-- expect: 5/5
-- expect: 5 6 closed
-- expect: cancelled 5 5
