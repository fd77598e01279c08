-- Contract 12: a ring in which observers, effects and bindings stand. It is reported once, whatever else happens; unrelated
-- cells go on, and each of its cells is right again when it is broken at any place.
local bh = require "bindhost"
local gates, cells, reports = {}, {}, 0
bh.on_error(function(err) assert(err.id == "bind.cycle", tostring(err)) reports = reports + 1 end)
for i = 1, 6 do gates[i] = bh.bindable(false) end
for i = 1, 6 do
  local next = i % 6 + 1
  if i % 2 == 0 then
    cells[i] = bh.computed(function() return gates[i]:get() and cells[next]:get() + 1 or i * 100 end)
  end
end
-- every second one declares its input
for i = 1, 6, 2 do cells[i] = cells[i + 1]:map(function(v) return v + 1 end) end
local seen, target = {}, bh.bindable(0)
for i = 1, 6 do cells[i]:observe(function(v) seen[i] = v end) end
bh.effect(function() seen.effect = pcall(function() return cells[3]:get() end) end)
bh.bind(cells[1], target)
local function show()
  local words = {}
  for i = 1, 6 do words[i] = tostring(seen[i]) end
  print(table.concat(words, " "), target:get(), seen.effect, reports)
  reports = 0
end
show()                      -- expect: 201 200 401 400 601 600	201	true	0
gates[2]:set(true)
gates[4]:set(true)
show()                      -- expect: 605 604 603 602 601 600	605	true	0
gates[6]:set(true)          -- the ring is closed: everybody has the last value
print(reports > 0)          -- expect: true
reports = 0
local unrelated = bh.bindable(1)
unrelated:map(function(v) return v * 2 end):observe(function(v) print("unrelated", v) end)  -- expect: unrelated	2
unrelated:set(2)            -- expect: unrelated	4
show()                      -- expect: 605 604 603 602 601 600	605	false	0
for i = 1, 6 do assert(not pcall(cells[i].get, cells[i])) end
for _, broken in ipairs { 4, 2, 6 } do
  gates[broken]:set(false)
  show()
  gates[broken]:set(true)
  reports = 0
end
-- expect: 403 402 401 400 405 404	403	true	0
-- expect: 201 200 205 204 203 202	201	true	0
-- expect: 605 604 603 602 601 600	605	true	0
