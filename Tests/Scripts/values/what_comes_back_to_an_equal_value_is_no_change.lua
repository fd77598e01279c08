-- Contract 17, 18: with `equals = fn` too: what two callbacks change and put back to an equal value is told nobody, and the cell keeps what it held.
local bh = require "bindhost"
local function same(a, b) return a:lower() == b:lower() end
local function case(name, first, second)
  local cell, go = bh.bindable("Ada", { equals = same }), bh.bindable(0)
  cell:observe(function(new, old) print(name, old, new) end, { initial = false })
  go:observe(function() cell:set(first) end, { initial = false })
  go:observe(function() cell:set(second) end, { initial = false })
  go:set(1)
  print(name, cell:get())
end
case("equal", "Bob", "ADA")   -- expect: equal	Ada
case("the same", "Bob", "Ada") -- expect: the same	Ada
case("other", "Bob", "Eve")
-- expect: other	Ada	Eve
-- expect: other	Eve
