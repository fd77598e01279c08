-- Contract 17, 19, 20: beside what two callbacks of a wave put back, a touch of a lens tells that lens and what it is a view of, and no other
-- view of the same; the cause is the touch.
local bh = require "bindhost"
local function lens(c) return c:through { to = function(v) return v + 100 end, from = function(v) return v - 100 end } end
local log = {}
local function watch(name, c)
  return c:observe(function(n, _, cause) log[#log + 1] = ("%s %s %s"):format(name, n, cause.kind) end, { initial = false })
end
local function run(acts)
  for _, order in ipairs { { 1, 2, 3 }, { 1, 3, 2 }, { 2, 1, 3 } } do
    local go, all = bh.bindable(0), {}
    for _, act in ipairs(order) do all[#all + 1] = go:observe(acts[act], { initial = false }) end
    go:set(1)
    for _, h in ipairs(all) do h:stop() end
    table.sort(log)
    print(table.concat(log, ", "))
    log = {}
  end
end

local m, state = bh.model("m", { a = 10, list = { 10 } }), bh.state("state", { a = 10 }, { store = "memory:" })
for _, x in ipairs { bh.bindable(10), m "a", m "list[1]", state "a" } do
  local l, beside = lens(x), lens(x)
  watch("x", x) watch("lens", l) watch("beside", beside) watch("over", lens(l))
  local runs = 0
  bh.effect(function() beside:get() runs = runs + 1 end)
  run { function() x:set(50) end, function() l:touch() end, function() x:set(10) end }
  print(runs)
end

-- A lens over a lens touches all on the way; so does a place in one.
local c = bh.bindable { a = { b = 1 }, z = 1 }
local l = c:through { to = function(v) return v end, from = function(v) return v end }
local over = l:through { to = function(v) return v end, from = function(v) return v end }
for name, place in pairs { l = l, over = over, b = over "a.b", z = over "z" } do
  place:observe(function(_, _, cause) log[#log + 1] = name .. " " .. cause.kind end, { initial = false })
end
run { function() c:set { a = { b = 2 }, z = 2 } end, function() over "a.b":touch() end, function() c:set { a = { b = 1 }, z = 1 } end }
-- expect: lens 110 touch, x 10 touch
-- expect: lens 110 touch, x 10 touch
-- expect: lens 110 touch, x 10 touch
-- expect: 1
-- expect: lens 110 touch, x 10 touch
-- expect: lens 110 touch, x 10 touch
-- expect: lens 110 touch, x 10 touch
-- expect: 1
-- expect: lens 110 touch, x 10 touch
-- expect: lens 110 touch, x 10 touch
-- expect: lens 110 touch, x 10 touch
-- expect: 1
-- expect: lens 110 touch, x 10 touch
-- expect: lens 110 touch, x 10 touch
-- expect: lens 110 touch, x 10 touch
-- expect: 1
-- expect: b touch, l touch, over touch
-- expect: b touch, l touch, over touch
-- expect: b touch, l touch, over touch
