-- Contract 21, 25, 49, 50: what is written by hand after the condition of a binding has ended, or with it, stands; in a transaction,
-- a task or an `update` as outside. What was there before comes back where nothing is written.
local bh = require "bindhost"
local m = bh.model("m", { same = false, bill = "B", ship = "S" })
local h = bh.bind(m "bill", m "ship", { when = m "same", name = "ship as bill" })
local shown = {}
m("ship"):observe(function(v) shown[#shown + 1] = v end, { initial = false })
local function told()
  local text = table.concat(shown, " ")
  shown = {}
  return text
end

m("same"):set(true)
m:update { same = false, ship = "Harbour St" }
print(m("ship"):get(), told())                             -- expect: Harbour St	B Harbour St
m("same"):set(true)
bh.go(function() m("same"):set(false) m("ship"):set("Quay") end)
bh.sleep "1ms"
print(m("ship"):get(), told())                             -- expect: Quay	B Quay
m("same"):set(true)
m:set { same = false, bill = "C", ship = "Pier 7" }
print(m("ship"):get(), told())                             -- expect: Pier 7	B Pier 7
m("same"):set(true)
m("same"):set(false)
print(m("ship"):get(), told())                             -- expect: Pier 7	C Pier 7

-- Before its end it is covered, as outside.
m("same"):set(true)
bh.transaction(function() m("ship"):set("lost") m("same"):set(false) end)
print(m("ship"):get(), told())                             -- expect: Pier 7	C Pier 7
-- expect warning: bind.overwritten
-- The condition may come back; then the binding holds on.
m("same"):set(true)
bh.transaction(function() m("same"):set(false) m("ship"):set("by hand") m("same"):set(true) end)
m("bill"):set("D")
print(m("ship"):get())                                     -- expect: D
-- expect warning: bind.overwritten
m("same"):set(false)
print(m("ship"):get())                                     -- expect: Pier 7
-- What is dropped was nothing.
m("same"):set(true)
pcall(bh.transaction, function() m("same"):set(false) m("ship"):set("x") error "no" end)
print(m("ship"):get())                                     -- expect: D
m("same"):set(false)
print(m("ship"):get())                                     -- expect: Pier 7
h:stop()

-- A lower binding goes on with its next delivery.
local a, b, t, on = bh.bindable(1), bh.bindable(2), bh.bindable(0), bh.bindable(true)
bh.bind(a, t, { priority = 1 })
bh.bind(b, t, { priority = 2, when = on })
bh.transaction(function() on:set(false) t:set(9) end)
print(t:get())                                             -- expect: 9
-- expect warning: bind.overwritten
a:set(5)
print(t:get())                                             -- expect: 5
-- What that says in the same wave is as new.
on:set(true)
bh.transaction(function() on:set(false) t:set(9) a:set(50) end)
-- expect warning: bind.overwritten
print(t:get())                                             -- expect: 50

-- One field of a record that a binding writes as a whole: the others come back.
local r = bh.model("r", { on = true, part = { x = 1, y = 2 } })
bh.bind(bh.bindable { x = 10, y = 20 }, r "part", { when = r "on" })
bh.transaction(function() r("on"):set(false) r("part.x"):set(7) end)
print(r("part.x"):get(), r("part.y"):get())                -- expect: 7	2
r("on"):set(true)
bh.transaction(function() r("on"):set(false) r("part"):set { x = 5, y = 6 } end)
print(r("part.x"):get(), r("part.y"):get())                -- expect: 5	6
local state = bh.state("kept", { on = true, a = 1, t = 0 }, { store = "memory:" })
bh.bind(state "a", state "t", { when = state "on" })
state:modify(function(v) v.on, v.t = false, 9 return v end)
print(state("t"):get())                                    -- expect: 9

-- `replace` ends those that were there before, also where it delivers later.
local p, q, u = bh.bindable(1), bh.bindable(2), bh.bindable(0)
bh.transaction(function()
  bh.bind(p, u, { replace = true })
  bh.bind(q, u, { replace = true })
end)
q:set(3)
print(u:get())                                             -- expect: 3

-- What is given the value that is there stands too, but not what a function of the whole writes back; and one place of a value stands alone.
local order = bh.model("order", { same = false, bill = "B", ship = "S" })
bh.bind(order "bill", order "ship", { when = order "same" })
order "same":set(true)
order:update { same = false, ship = "B" }
print(order "ship":get())                                  -- expect: B
order "ship":set("S")
order "same":set(true)
order:modify(function(r) r.same = false return r end)
print(order "ship":get())                                  -- expect: S
order "same":set(true)
bh.transaction(function() order "same":set(false) order "ship":set("B") end)
print(order "ship":get())                                  -- expect: B
local on = bh.bindable(true)
local point, list = bh.bindable { x = 1, y = 2 }, bh.bindable { 1, 2, 3 }
bh.bind(bh.bindable { x = 10, y = 20 }, point, { when = on })
bh.bind(bh.bindable { 10, 20, 30 }, list, { when = on })
bh.transaction(function() on:set(false) point:at("x"):set(7) list:at("[2]"):set(8) end)
print(point:get().x, point:get().y, table.concat(list:get(), " ")) -- expect: 7	2	1 8 3
on:set(true)
bh.transaction(function() on:set(false) point:set { x = 5, y = 20 } end)
print(point:get().x, point:get().y)                        -- expect: 5	20

-- Where one callback ends the condition, what a later one of the wave writes stands; what an earlier one has written is covered.
local x, off, field = bh.bindable(1), bh.bindable(true), bh.model("one", { v = 0 }) "v"
bh.bind(x, field, { when = off })
local function wave(...)
  local go, all = bh.bindable(0), {}
  for _, f in ipairs { ... } do all[#all + 1] = go:observe(f, { initial = false }) end
  go:set(1)
  for _, h in ipairs(all) do h:stop() end
  print(field:get())
end
wave(function() off:set(false) end, function() field:set(9) end)             -- expect: 9
off:set(true)
wave(function() field:set(8) end, function() off:set(false) end)             -- expect: 9
-- expect warning: bind.overwritten
off:set(true)
wave(function() off:set(false) end, function() field:modify(function(v) return v + 1 end) end) -- expect: 2
-- Also of a condition that is derived.
local count, target = bh.bindable(1), bh.bindable(0)
bh.bind(bh.bindable(1), target, { when = count:map(function(n) return n > 0 end) })
local go = bh.bindable(0)
go:observe(function() count:set(0) end, { initial = false })
go:observe(function() target:set(9) end, { initial = false })
go:set(1)
print(target:get())                                        -- expect: 9
count:set(1)
print(target:get())                                        -- expect: 1
count:set(0)
print(target:get())                                        -- expect: 9
-- A touch of the condition has not ended it.
local lid, under = bh.bindable(true), bh.bindable(0)
bh.bind(bh.bindable(1), under, { when = lid })
local all = bh.bindable(0)
all:observe(function() lid:set(false) end, { initial = false })
all:observe(function() under:set(9) end, { initial = false })
all:observe(function() lid:touch() end, { initial = false })
all:set(1)
print(under:get())                                         -- expect: 9
