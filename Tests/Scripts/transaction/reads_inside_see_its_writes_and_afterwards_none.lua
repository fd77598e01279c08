-- Contract 23: through computed values that are looked at, that are not, that were never evaluated; records, elements, lenses.
local bh = require "bindhost"
local m = bh.model("m", { n = 1, r = { x = 1 }, list = { 1, 2, 3 } })
local live, idle = m("n"):map(function(v) return v * 10 end), m("n"):map(function(v) return v * 100 end)
live:observe(function() end)
local tracked = bh.computed(function() return m("r.x"):get() + live:get() end)
local lens = m("n"):through { to = tostring, from = tonumber }
local dynamic = bh.computed(function() return m("n"):get() > 3 and #m("list"):get() or -1 end)
local function all()
  return m("n"):get(), m("n"):peek(), live:get(), idle:get(), tracked:get(), lens:get(), dynamic:get(), m:get().r.x,
    m("r"):get().x, m("list[2]"):get(), #m("list"):get(), m("n"):map(function(v) return -v end):get()
end
local before = table.concat({ all() }, " ")
print(before)                            -- expect: 1 1 10 100 11 1 -1 1 1 2 3 -1
local ok = pcall(bh.transaction, function()
  lens:set("5")
  m("r.x"):set(7)
  m("list[2]"):set(20)
  m("list"):push(4)
  print(all())                           -- expect: 5	5	50	500	57	5	4	7	7	20	4	-5
  pcall(bh.transaction, function()
    m("n"):set(2)
    m("list"):set {}
    print(all())                         -- expect: 2	2	20	200	27	2	-1	7	7	2	0	-2
    error "inner"
  end)
  print(all())                           -- expect: 5	5	50	500	57	5	4	7	7	20	4	-5
  bh.transaction(function() m("n"):set(6) end)
  print(idle:get())                      -- expect: 600
  error "outer"
end)
print(ok, table.concat({ all() }, " ") == before)  -- expect: false	true
-- an error of a computed value that was seen inside is gone too
local picky = m("n"):map(function(v) if v == 9 then error("nine", 0) end return v end)
print(pcall(bh.transaction, function() m("n"):set(9) return picky:get() end))  -- expect: false	nine
print(picky:get())                       -- expect: 1
