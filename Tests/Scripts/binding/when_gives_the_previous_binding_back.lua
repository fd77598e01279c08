-- CONTRACT 49 and 50: of several active bindings the one with the highest priority writes; what it covered comes back.
local bh = require "bindhost"
local m = bh.model("m", { load = 1, limit = 9, shown = 0, alarm = false })
bh.bind(m "load", m "shown")
local over = bh.bind(m "limit", m "shown", { when = m "alarm", priority = 1, map = function(v) return v * 100 end })
print(m("shown"):get())                  -- expect: 1
m("alarm"):set(true)
print(m("shown"):get())                  -- expect: 900
m("load"):set(5)                         -- covered: nothing to see
print(m("shown"):get())                  -- expect: 900
m("alarm"):set(false)
print(m("shown"):get())                  -- expect: 5
m("alarm"):set(true)
m:update { limit = 3, load = 6 }
print(m("shown"):get())                  -- expect: 300
over:stop()
print(m("shown"):get())                  -- expect: 6
-- A lower one does not take over from a higher one.
local low = bh.bindable(-1)
bh.bind(low, m "shown", { priority = -1 })
low:set(-2)
print(m("shown"):get())                  -- expect: 6
