local bh = require "bindhost"
local choose, a, b, runs = bh.bindable(true), bh.bindable("a"), bh.bindable("b"), 0
local shown = bh.computed(function()
  runs = runs + 1
  if choose:get() then return a:get() end
  return b:get()
end)
shown:observe(function(v) print(v) end)  -- expect: a
b:set("b2")
choose:set(false)  -- expect: b2
a:set("a2")
print(runs)  -- expect: 2
