-- Contract 19: not for observers, bindings, effects, computed values, records; not by modify, update, push, reset; not in
-- tasks and observers either, which are transactions too.
local bh = require "bindhost"
local m = bh.model("m", { a = 1, r = { x = 1, y = 2 }, list = { 1, 2 }, flag = true })
local count, target, runs = 0, bh.bindable(0), 0
local function counts() count = count + 1 end
for _, path in ipairs { "a", "r", "r.x", "list", "list[1]", "flag" } do m(path):observe(counts, { initial = false }) end
m:observe(counts, { initial = false })
bh.bind(m "a", target)
target:observe(counts, { initial = false })
local sum = bh.computed(function() runs = runs + 1 return m("a"):get() + m("r.x"):get() end)
sum:observe(counts, { initial = false })
bh.effect(function() count = count + m("a"):get() * 0 + #m("list"):get() * 0 + 1 end)
count = 0
local function there_and_back()
  m("a"):set(5) m("a"):modify(function(v) return v - 4 end)
  m:update { r = { x = 9 } }
  assert(sum:get() == 10)
  m("r.x"):reset()
  m("list"):push(3) m("list"):remove(3)
  m("list[1]"):set(8) m("list"):set { 1, 2 }
  m("flag"):toggle() m("flag"):toggle()
end
bh.transaction(there_and_back)
print(count)                             -- expect: 0
bh.transaction(function() pcall(bh.transaction, function() there_and_back() error "x" end) there_and_back() end)
print(count)                             -- expect: 0
bh.go(there_and_back)
bh.sleep(0)
print(count)                             -- expect: 0
local go = bh.bindable(0)
go:observe(there_and_back, { initial = false })
go:set(1)
print(count, target:get(), sum:get())    -- expect: 0	1	2
runs = 0
bh.transaction(function() m("a"):set(2) m("a"):set(1) m("r.y"):set(3) end)
print(count, runs)                       -- expect: 2	0
