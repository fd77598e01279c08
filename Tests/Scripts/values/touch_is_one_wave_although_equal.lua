-- CONTRACT 20
local bh = require "bindhost"
local m = bh.model("m", { r = { x = 1, y = 2 }, n = 1 })
local log = {}
for _, path in ipairs { "r", "r.x", "r.y", "n" } do
  m(path):observe(function(_, _, cause) log[#log + 1] = path .. " " .. cause.kind end, { initial = false })
end
m:observe(function(_, _, cause) log[#log + 1] = "m " .. cause.kind end, { initial = false })
bh.effect(function() log[#log + 1] = "effect " .. m("n"):get() end)
local function told(fn)
  log = {}
  fn()
  table.sort(log)
  return table.concat(log, ", ")
end
print(told(function() m("n"):touch() end))                -- expect: effect 1, m touch, n touch
-- a record with all that is in it, and what is around it
print(told(function() m("r"):touch() end))                -- expect: m touch, r touch, r.x touch, r.y touch
-- in a transaction it is held, happens once, and goes with it
print(told(function() bh.transaction(function() m("n"):touch() m("n"):touch() m("r"):touch() assert(#log == 0) end) end))
-- expect: effect 1, m touch, n touch, r touch, r.x touch, r.y touch
print(told(function() pcall(bh.transaction, function() m("n"):touch() m("r"):touch() error "no" end) end))   -- expect:
-- in an observer it forms the next wave
local go = bh.bindable(0)
go:observe(function() m("r.x"):touch() assert(#log == 0) end, { initial = false })
print(told(function() go:set(1) end))                     -- expect: m touch, r touch, r.x touch
-- a computed value is worked out anew, and is equal
local runs = 0
local double = m("n"):map(function(v) runs = runs + 1 return v * 2 end)
double:observe(function() log[#log + 1] = "double" end, { initial = false })
print(told(function() m("n"):touch() end), runs)          -- expect: effect 1, m touch, n touch	2
print(select(2, pcall(double.touch, double)).id)          -- expect: bind.read_only
-- a place in a list: it, what is inside it and what is around it, by number or by key
local l = bh.model("l", { list = { { id = 1, n = 1 }, { id = 2, n = 2 } } })
local places = { ["[1]"] = l "list[1]", ["[1].n"] = l "list[1].n", by = l("list"):by("id", 1), ["by.n"] = l("list"):by("id", 1) "n" }
for name, place in pairs(places) do place:observe(function(_, _, cause) log[#log + 1] = name .. " " .. cause.kind end, { initial = false }) end
l:observe(function() log[#log + 1] = "l" end, { initial = false })
print(told(function() places["[1].n"]:touch() end))       -- expect: [1] touch, [1].n touch, by touch, by.n touch, l
print(told(function() places.by:touch() end))             -- expect: [1] touch, [1].n touch, by touch, by.n touch, l
print(told(function() places["by.n"]:touch() end))        -- expect: [1] touch, [1].n touch, by touch, by.n touch, l
print(told(function() pcall(bh.transaction, function() places["by.n"]:touch() error "no" end) end))   -- expect:
print(told(function() l("list[2].n"):set(7) end))         -- expect: l
