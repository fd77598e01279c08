-- An effect runs after every change of what it has read; what a check, a lens or an equality reads while it writes is no part
-- of that.
local bh = require "bindhost"
local other, source = bh.bindable(10), bh.bindable(1)
local m = bh.model("m", { x = bh.field { default = 1, check = function(v) return v < other:get(), "too big" end } })
local lens = bh.bindable(0):through {
  to = function(v) return v end, from = function(v) return v + 0 * other:get() end,
}
local equal = bh.bindable(0, { equals = function(x, y) return x == y + 0 * other:get() end })
local runs = 0
bh.effect(function()
  runs = runs + 1
  local v = source:get()
  m "x":set(v)
  lens:set(v)
  equal:set(v)
end)
other:set(20)
print(runs)                                        -- expect: 1
source:set(2)
print(runs, m "x":get(), lens:get(), equal:get())  -- expect: 2	2	2	2
other:set(30)
print(runs)                                        -- expect: 2
