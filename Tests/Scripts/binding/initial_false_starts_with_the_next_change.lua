-- Contract 14.
local bh = require "bindhost"
local a, target = bh.bindable(1), bh.bindable("kept")
bh.bind(a, target, { initial = false })
bh.bind(a, function(v) print("fn", v) end, { initial = false })
a:observe(function(new, old, cause) print("observe", new, old, cause.first) end, { initial = false })
a:map(function(v) return v * 2 end):observe(function(new, old) print("map", new, old) end, { initial = false })
print(target:get())                      -- expect: kept
a:touch()
-- expect: fn	1
-- expect: observe	1	1	nil
print(target:get())                      -- expect: 1
a:set(2)
-- expect: fn	2
-- expect: observe	2	1	nil
-- expect: map	4	2
print(target:get())                      -- expect: 2
-- in a transaction and in a callback: what was written there before counts as seen
local b = bh.bindable(1)
bh.transaction(function()
  b:set(2)
  b:observe(function(new, old) print("in transaction", new, old) end, { initial = false })
end)
b:set(3)                                 -- expect: in transaction	3	2
local c, go = bh.bindable(1), bh.bindable(0)
go:observe(function()
  c:set(2)
  c:observe(function(new, old) print("in callback", new, old) end, { initial = false })
end, { initial = false })
go:set(1)
c:set(3)                                 -- expect: in callback	3	2
print(tostring(select(2, pcall(a.observe, a, print, { inital = false }))):match "did you mean 'initial'")  -- expect: did you mean 'initial'
