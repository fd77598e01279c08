-- Contract 11, 14, 16 and 35: a transaction whose writes go round is committed as far as the last whole wave. What it has
-- registered and resumed lives, so it gets its first delivery and hears of what comes.
local bh = require "bindhost"
local a, other = bh.bindable(0), bh.bindable(5)
a:observe(function(v) if v > 0 then a:set(v + 1) end end)
local paused = other:observe(function(v) print("resumed", v) end, { initial = false })
paused:pause()
local effect
local ok, err = pcall(bh.transaction, function()
  a:set(1)
  other:set(6)
  paused:resume()
  effect = bh.effect(function() print("effect", other:get()) end)
  other:observe(function(v) print("observer", v) end)
  bh.bind(other, function(v) print("binding", v) end)
end)
-- expect: resumed	6
-- expect: observer	6
-- expect: binding	6
-- expect: effect	6
print(ok, err.id, effect:info().runs)            -- expect: false	bind.cycle	1
a:set(0)
other:set(7)
-- expect: resumed	7
-- expect: effect	7
-- expect: observer	7
-- expect: binding	7
paused:pause()
bh.transaction(function() paused:resume() end)
other:set(8)
-- expect: resumed	8
-- expect: effect	8
-- expect: observer	8
-- expect: binding	8

-- what an observer of the last whole wave has written is dropped, and so is all that it has made; one that has written nothing has
-- no part in that
bh.effect(function()
  local v = a:get()
  other:observe(function(now) if v == 100 then print("made at " .. v, now) end end, { initial = false })
end)
a:observe(function(v)
  if v < 100 then return end
  bh.transaction(function()
    a:modify(function(n) return n + 2 end)
    other:observe(function(now) print("late", now) end)
  end)
  bh.after(0, function() print "late" end)
end, { initial = false })
print(pcall(a.modify, a, function() return 1 end) == false, a:get())
-- expect: true	100
bh.sleep(0)
other:set(9)
-- expect: resumed	9
-- expect: effect	9
-- expect: observer	9
-- expect: binding	9
-- expect: made at 100	9
