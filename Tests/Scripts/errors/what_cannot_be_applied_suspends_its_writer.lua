-- Contract 8, 28: what an observer writes is applied after it has returned; where that fails ten times in a row, as a check that refuses it or a
-- function that raises, the observer is suspended as if it had raised. A good one in between begins anew.
local bh = require "bindhost"
local told = {}
bh.on_error(function(e) told[e.id] = (told[e.id] or 0) + 1 end)
local limit, go = bh.bindable(100), bh.bindable(0)
local m = bh.model("m", { a = bh.field { default = 0, check = function(v) return v <= limit:get(), "too big" end } })
go:observe(function(v) limit:set(-v) end, { initial = false })
local checked = go:observe(function(v) m "a":set(v == 8 and -100 or 1) end, { initial = false })
for i = 1, 20 do
  limit:set(100)
  go:set(i)
end
print(told["bind.invalid"], told["bind.suspended"], checked:info().runs, checked:info().errors, checked:info().suspended)
checked:stop()
-- expect: 17	1	18	17	true
told = {}
local c, tick = bh.bindable(0), bh.bindable(0)
local raising = tick:observe(function() c:modify(function() error "no" end) end, { initial = false })
for i = 1, 15 do tick:set(i) end
print(told["script.error"], told["bind.suspended"], raising:info().errors, raising:info().suspended)
raising:resume()
tick:set(100)
print(raising:info().errors, raising:info().suspended)
-- expect: 10	1	10	true
-- expect: 12	false

-- In a row: good runs in between begin anew, also those that write nothing; to raise and to write what cannot be applied count together.
local function runs(step)
  local d, turn = bh.bindable(0), bh.bindable(0)
  local h = turn:observe(function(v) step(v, d) end, { initial = false })
  for i = 1, 30 do turn:set(i) end
  return h:info().runs, h:info().errors, h:info().suspended
end
print(runs(function(v, d) if v % 2 == 0 then d:modify(function() error "no" end) end end))
-- expect: 30	15	false
print(runs(function(v, d)
  if v % 2 == 0 then error "no" end
  d:modify(function() error "no" end)
end))
-- expect: 10	10	true
