-- CONTRACT 0: a write is checked, bindings and links settle, what is computed follows, and only then observers run.
local bh = require "bindhost"
local log = {}
local function note(name) log[#log + 1] = name end
local m = bh.model("m", {
  a = bh.field { default = 0, check = function(v) note("check a") return v < 100, "too much" end },
  b = 0, c = 0, shown = "",
})
-- registered before any binding, and still last
m("a"):observe(function(v) note("observer " .. v .. " " .. m("c"):get() .. " " .. m("shown"):get()) end, { initial = false })
local sum = bh.computed(function() note("computed") return m("a"):get() + m("b"):get() + m("c"):get() end)
sum:observe(function(v) note("sum " .. v) end, { initial = false })
bh.bind(m("c"):map(function(v) note("map") return "=" .. v end), m "shown")
bh.link(m "b", m "c", { to = function(v) note("to") return v end, from = function(v) note("from") return v end })
bh.link(m "a", m "b")
log = {}
m("a"):set(7)
local last_settling, first_seen = 0, #log + 1
for i, name in ipairs(log) do
  if name == "to" or name == "map" or name == "check a" then last_settling = i end
  if name:find "^observer" or name:find "^sum" then first_seen = math.min(first_seen, i) end
end
print(log[1], last_settling < first_seen)                -- expect: check a	true
print(table.concat(log, ", "):match("observer.*"))       -- expect: observer 7 7 =7, computed, sum 21
log = {}
print((m("a"):set(100)))                                 -- expect: nil
print(table.concat(log, ", "))                           -- expect: check a
