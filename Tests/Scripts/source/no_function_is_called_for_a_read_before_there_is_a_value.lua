-- Contract 23, W-1: what a callback makes of a value that is still being asked for is seen by nobody, itself included, until there is one.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local function plus_one(v) return v + 1 end
for _, optimistic in ipairs { false, true } do
  local gate
  local s = bh.source { optimistic = optimistic, get = function() while not gate do bh.sleep "1ms" end return 10 end,
    set = function(new, old) print("set", old, new) return true end }
  local plain = s:map(function(v) return v end)
  print(bh.transaction(function()
    s:modify(plus_one)
    local inner = bh.transaction(function() s:modify(plus_one) return s:has_value() end)
    return s:get(), s:has_value(), inner, plain:get()
  end))
  local trigger = bh.bindable(0)
  trigger:observe(function() s:modify(plus_one) print("observer", s:get()) end, { initial = false })
  trigger:set(1)
  gate = true
  wait_for(function() return s "$pending":get() == 0 end)
  print(s:get(), s "$error":get())
end
-- expect: nil	false	false	nil
-- expect: observer	nil
-- expect: set	10	12
-- expect: set	12	13
-- expect: 13	nil
-- expect: nil	false	false	nil
-- expect: observer	nil
-- expect: set	10	12
-- expect: set	12	13
-- expect: 13	nil
-- A value that is written makes it known: what comes after that is made of it, before the outside has answered and in its order.
local gate
local r = bh.source { optimistic = true, get = function() while not gate do bh.sleep "1ms" end return 10 end,
  set = function(new, old) print("set", old, new) return true end }
print(bh.transaction(function() r:set(5) r:modify(plus_one) return r:get() end))
print(bh.transaction(function() r:modify(plus_one) return r:get() end))
wait_for(function() return r "$pending":get() == 0 end)
print(r:get())
gate = true
-- expect: 6
-- expect: nil
-- expect: set	nil	6
-- expect: set	6	7
-- expect: 7
