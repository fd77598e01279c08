-- Contract 10, 16, 21, 54: who looks first at a debounced or throttled value inside a transaction, timer or observer begins with what
-- is committed: nobody is shown what was pending meanwhile.
local bh = require "bindhost"
for _, way in ipairs { "debounce", "throttle" } do
  local cell, target = bh.bindable(0), bh.bindable(-1)
  bh.transaction(function()
    cell:set(9)
    local timed = cell[way](cell, "5ms")
    timed:observe(function(v, old) print(way, v, old) end)
    bh.bind(timed, target)
    bh.combine({ timed, cell }, function(a, b) return a .. "/" .. b end):observe(function(v) print(v) end)
    cell:set(1)
    print(timed:get())
  end)
  print(cell:get(), target:get())
end
-- expect: 1
-- expect: debounce	1	nil
-- expect: 1/1
-- expect: 1	1
-- expect: 1
-- expect: throttle	1	nil
-- expect: 1/1
-- expect: 1	1

-- there and back: it is what it was, and what comes next waits
local there = bh.bindable(0)
bh.transaction(function()
  there:set(9)
  there:debounce("5ms"):observe(function(v) print("back", v) end)
  there:set(0)
end)                                            -- expect: back	0
there:set(2)
print "waits"                                   -- expect: waits
bh.sleep "30ms"                                 -- expect: back	2

-- what an inner transaction drops was never there
local inner = bh.bindable(0)
local slow = inner:debounce("5ms")
bh.transaction(function()
  pcall(bh.transaction, function() inner:set(9) slow:observe(print) error "no" end)
  slow:observe(function(v) print("inner", v) end)
end)                                            -- expect: inner	0

-- made by an observer it begins after the present wave, before what that has written
local go, late = bh.bindable(0), bh.bindable(0)
go:observe(function()
  late:set(9)
  late:debounce("5ms"):observe(function(v) print("late", v) end)
  late:set(1)
end, { initial = false })
go:set(1)                                       -- expect: late	0
bh.sleep "30ms"                                 -- expect: late	1

-- what is dropped in an effect that has looked at it holds back all the same from then on
local held = bh.bindable(0)
local timed = held:debounce("20ms")
local stop_effect = bh.effect(function()
  pcall(bh.transaction, function() print("looks", timed:get()) error "no" end)
end)                                            -- expect: looks	0
held:set(1)
held:set(2)
print "quiet"                                   -- expect: quiet
bh.sleep "60ms"                                 -- expect: looks	2
stop_effect:stop()
