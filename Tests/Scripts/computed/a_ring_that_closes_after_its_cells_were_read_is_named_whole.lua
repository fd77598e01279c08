-- Contract 12: the path of a cycle names all cells of the ring, also those that only wait for what they read before.
local bh = require "bindhost"
local function path(cell)
  local _, err = pcall(cell.get, cell)
  print((tostring(err):match("%(path: (.*)%)$"):gsub("%S*:map", "map"):gsub("[%w_/.]*%.lua", "")))
end
do
  local on, a, b, c = bh.bindable(false)
  a = bh.computed(function()
    return on:get() and c:get() or 1 end)
  b = bh.computed(function() return a:get() + 1 end)
  c = bh.computed(function() return b:get() + 1 end)
  print(c:get())   -- expect: 3
  on:set(true)
  path(c)          -- expect: computed(:9) → computed(:12) → computed(:11) → computed(:9)
  path(b)          -- expect: computed(:9) → computed(:12) → computed(:11) → computed(:9)
  on:set(false)
  print(b:get())   -- expect: 2
  on:set(true)
  path(a)          -- expect: computed(:9) → computed(:12) → computed(:11) → computed(:9)
end
-- It is the same over what is made of others, and where somebody looks; who stands outside is not named.
do
  local on, cells = bh.bindable(false), {}
  cells[1] = bh.combine({ on }, function(v) return v and cells[3]:get() or 1 end)
  cells[2] = cells[1]:map(function(v) return v + 1 end)
  cells[3] = bh.computed(function() return cells[2]:get() + 1 end)
  local outside = bh.computed(function() return cells[3]:get() + 1 end)
  bh.on_error(function() end)
  outside:observe(function(v) print(v) end)   -- expect: 4
  on:set(true)
  path(outside)                       -- expect: combine(:25) → computed(:27) → map(:26) → combine(:25)
end
