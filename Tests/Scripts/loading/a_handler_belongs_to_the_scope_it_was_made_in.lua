-- Contract 32: on_loaded and on_failed end with their scope, with each run of an effect, and with handle:stop().
local bh = require "bindhost"
local n = 0
local x = bh.loadable("x", { load = function() n = n + 1 return n end })
local inner = bh.scope("inner", function() x:on_loaded(function(v) print("inner", v) end) end)
x:await()                                         -- expect: inner	1
inner:close()
local again = bh.bindable(1)
bh.effect(function()
  local round = again:get()
  x:on_loaded(function(v) print("effect", round, v) end)
end)
x:await()                                         -- expect: effect	1	2
again:set(2)
again:set(3)
x:await()                                         -- expect: effect	3	3
local handle = x:on_failed(function() print("never") end)
print((tostring(handle)))                         -- expect: handle(handler)
handle:stop()
handle:stop()
local alone = bh.loadable("alone", { load = function() bh.sleep("1h") end })
local look = alone:on_loaded(function() end)
print(alone "face":get())                         -- expect: loading
look:stop()
bh.sleep("5ms")
print(alone "face":get())                         -- expect: idle
print(pcall(bh.transaction, function() alone:on_loaded(function() end) error("no", 0) end))  -- expect: false	no
bh.sleep("5ms")
print(alone "face":get())                         -- expect: idle
-- Whoever waits is a holder too: called off, it takes the load along unless somebody else wants it.
print((bh.timeout("2ms", function() return alone:await() end)))                               -- expect: nil
bh.sleep("5ms")
print(alone "face":get())                         -- expect: idle
alone:load()
print((bh.timeout("2ms", function() return alone:await() end)), alone "face":get())           -- expect: nil	loading
alone:cancel()
