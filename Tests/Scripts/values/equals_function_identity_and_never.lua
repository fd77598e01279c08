-- Contract 18: of each cell; asked with what was and what comes; whatever it does wrong is an error of the write.
local bh = require "bindhost"
local function watch(cell)
  local seen = {}
  cell:observe(function(new, old) seen[#seen + 1] = tostring(old) .. ">" .. tostring(new) end, { initial = false })
  return function() local text = table.concat(seen, " ") seen = {} return "[" .. text .. "]" end
end
local asked = {}
local near = bh.bindable(10, { equals = function(old, new)
  asked[#asked + 1] = old .. ":" .. new
  return math.abs(old - new) < 2
end })
local seen = watch(near)
near:set(11) near:set(12) near:set(13)
print(near:get(), seen(), table.concat(asked, " "))   -- expect: 12	[10>12]	10:11 10:12 12:13
bh.transaction(function() near:set(20) near:set(13) end)
print(near:get(), seen())                             -- expect: 12	[]
near:modify(function(v) return v + 5 end)
print(near:get(), seen())                             -- expect: 17	[12>17]
-- what it answers counts as Lua counts it
local odd = bh.bindable(1, { equals = function() return 0 end })
odd:set(2)
print(odd:get())                                      -- expect: 1
-- identity: a table is copied on its way in, so it is never the same; all else is compared as ever
local same = bh.bindable({ 1 }, { equals = "identity" })
seen = watch(same:map(function(t) return #t end))
local t = { 1 }
local deliveries = 0
same:observe(function() deliveries = deliveries + 1 end, { initial = false })
same:set(t) same:set(t) same:set(same:get())
print(deliveries, seen())                             -- expect: 3	[]
same:set("x") same:set("x")
print(deliveries)                                     -- expect: 4
-- never: each write is a change, also one of nil, and in a transaction there and back
local never = bh.bindable(nil, { equals = "never" })
seen = watch(never)
never:set(nil) never:set(1) never:set(1) never:modify(function(v) return v end)
bh.transaction(function() never:set(2) never:set(1) end)
print(seen())                                         -- expect: [nil>nil nil>1 1>1 1>1 1>1]
-- mistakes
local raising = bh.bindable(1, { equals = function() error("no idea", 0) end })
print(pcall(raising.set, raising, 2))                 -- expect: false	no idea
print(raising:get())                                  -- expect: 1
print((select(2, pcall(bh.bindable, 1, { equals = "nver" }))).id)   -- expect: bind.argument
print(tostring(select(2, pcall(bh.bindable, 1, { equal = "never" }))):match "did you mean 'equals'")   -- expect: did you mean 'equals'
