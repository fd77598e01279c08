-- Contract 21, 24, 27 and 34: a cleanup that raises has written nothing, and inside one a transaction that raises has neither;
-- an observer that raises because of what a cleanup writes has written nothing.
local bh = require "bindhost"
bh.on_error(function(e) print("handler", e.message) end)
local x, y, z = bh.bindable(0), bh.bindable(0), bh.bindable(0)
x:observe(function(v) y:set(v) error("observer", 0) end, { initial = false })
local function scope(cleanup) return bh.scope(function() bh.on_close(cleanup) end) end
local function savepoint()
  z:modify(function(v) return v + 1 end)
  print(pcall(bh.transaction, function() z:set(99) error("inner", 0) end))
end
local function raising() z:set(50) error("cleanup", 0) end

scope(function() x:set(1) end):close()       -- expect: handler	observer
print(x:get(), y:get())                      -- expect: 1	0
scope(savepoint):close()                     -- expect: false	inner
print(z:get())                               -- expect: 1
scope(raising):close()                       -- expect: handler	cleanup
print(z:get())                               -- expect: 1

local late, bad = scope(savepoint), scope(raising)
bh.transaction(function() late:close() bad:close() end)
-- expect: false	inner
-- expect: handler	cleanup
print(z:get())                               -- expect: 2

late, bad = scope(savepoint), scope(raising)
print(pcall(bh.transaction, function()
  z:set(70)
  late:close()
  bad:close()
  error("dropped", 0)
end))
-- expect: false	inner
-- expect: handler	cleanup
-- expect: false	dropped
print(z:get())                               -- expect: 3

-- what ends inside a cleanup has ended, also if that raises then
local inner = scope(function() z:modify(function(v) return v + 10 end) end)
scope(function() inner:close() z:set(80) error("outer", 0) end):close()  -- expect: handler	outer
print(z:get())                               -- expect: 13

-- an observer, an effect and what a binding gives back
local turn = bh.bindable(0)
late = scope(savepoint)
turn:observe(function() late:close() end, { initial = false })
local effect = bh.effect(function()
  turn:get()
  return savepoint
end)
turn:set(1)
-- expect: false	inner
-- expect: false	inner
print(z:get())                               -- expect: 15
effect:stop()                                -- expect: false	inner
print(z:get())                               -- expect: 16
local target, seen = bh.bindable(0), bh.bindable(0)
local binding = bh.bind(bh.bindable(1), target, { when = bh.bindable(true) })
target:observe(function(v) seen:set(v + 5) error("of the target", 0) end, { initial = false })
binding:stop()                               -- expect: handler	of the target
print(target:get(), seen:get())              -- expect: 0	0

-- the same callback sees what stands of its dropped transaction, and goes on from that
local open = bh.bindable(1)
local counted = scope(function() open:modify(function(n) return n - 1 end) end)
local again = bh.bindable(0)
again:observe(function()
  pcall(bh.transaction, function() counted:close() error "dropped" end)
  print("after it", open:get())
  if open:get() == 1 then open:set(11) end
end, { initial = false })
again:set(1)                                 -- expect: after it	0
print(open:get())                            -- expect: 0
