-- LUA_API, L-8, W-1: a loadable of a family that somebody holds is the one of its key, whatever is forgotten of it; nothing is
-- forgotten while a write is under way.
local bh = require "bindhost"
local loads = 0
local f = bh.loadable("f", {
  key = function(k) return k end, gc = "1ms", fresh = "1h", load = function() loads = loads + 1 return loads end,
})
local wait_for = require "_wait_for"
local a = f(1)
a:load()
wait_for(function() return loads == 1 and a "face":get() == "idle" end)       -- loaded, and collected
print(a == f(1), a "value" == f(1) "value")       -- expect: true	true
a:set(5)
a:reset()
a:set(7)
print(a == f(1), f(1) "value":get())              -- expect: true	7

-- A write under way.
local is_open, sent = false, {}
local b = f(2)
b:set(1)
local function add(amount)
  b:write {
    apply = function(v) return v + amount end,
    send = function(new) sent[#sent + 1] = new repeat bh.sleep "1ms" until is_open return true end,
  }
end
add(10)
bh.sleep "10ms"
add(100)
print(b "value":get(), b == f(2))                 -- expect: 111	true
is_open = true
wait_for(function() return #sent == 2 end)
print(table.concat(sent, " "))                    -- expect: 11 111

-- What nobody holds goes.
b = nil
for key = 3, 200 do f(key):set(key) end
wait_for(function()
  collectgarbage()
  f(tostring(os.clock())):set(0)
  return bh.stats().nodes < 100
end)
