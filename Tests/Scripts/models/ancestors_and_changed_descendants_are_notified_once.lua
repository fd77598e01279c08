-- Contract 40.
local bh = require "bindhost"
local m = bh.model("m", { a = { x = 1, y = 2 }, b = 3 })
local log = {}
for _, path in ipairs { "a", "a.x", "a.y", "b" } do
  m(path):observe(function() log[#log + 1] = path end, { initial = false })
end
m:observe(function() log[#log + 1] = "m" end, { initial = false })
m("a.x"):set(10)
table.sort(log)
print(table.concat(log, " "))  -- expect: a a.x m
log = {}
m("a"):set { x = 10, y = 20 }
table.sort(log)
print(table.concat(log, " "))  -- expect: a a.y m
