-- Contract W-1, R-3: what cannot be made of nothing waits for a value, is loaded for, and goes on over that; reset drops
-- the base and not what was written on it.
local bh = require "bindhost"
bh.on_error(function(err) print(err.id) end)
local wait_for = require "_wait_for"

local server, loads, is_open = 10, 0, true
local x = bh.loadable("x", { load = function() loads = loads + 1 bh.sleep("1ms") return server end })
local function add(amount)
  return x:write {
    apply = function(base) return base + amount end,
    send = function(new, old)
      print("sent", new, old)
      wait_for(function() return is_open end)
      server = new
      return true
    end,
  }
end

-- Before there is a value.
print(add(1))                                     -- expect: true
print(x "value":get(), x "face":get())            -- expect: nil	idle
wait_for(function() return server == 11 end)      -- expect: sent	11	10
print(loads, x:await())                           -- expect: 1	11

-- Over a reset: the first is sent already, the second waits behind it.
is_open = false
add(2)
add(3)
print(x "value":get())                            -- expect: 16
bh.sleep("1ms")                                   -- expect: sent	13	11
x:reset()
print(x "value":get(), x "face":get())            -- expect: nil	idle
is_open = true
wait_for(function() return server == 16 end)      -- expect: sent	16	13
print(x:await())                                  -- expect: 16

-- Somebody looks at it: what is loaded meanwhile counts.
local watch = x "face":observe(function() end)
wait_for(function() return x "face":get() == "loaded" end)
loads = 0
add(4)
x:reset()
wait_for(function() return server == 20 end)      -- expect: sent	20	16
print(loads, x:await())                           -- expect: 1	20
watch:stop()

-- There will be none: the load fails, or is called off.
local function never() print("never") return true end
local broken = bh.loadable("broken", { load = function() return nil, "no line" end, retry = 0 })
broken:write { apply = function(base) return base + 1 end, send = never }
wait_for(function() return broken "face":get() == "failed" end)   -- expect: script.error
local slow = bh.loadable("slow", { load = function() bh.sleep("1h") return 1 end })
slow:write { apply = function(base) return base + 1 end, send = never }
wait_for(function() return slow "face":get() == "loading" end)
slow:cancel()                                     -- expect: load.cancelled
print(slow "face":get())                          -- expect: idle
