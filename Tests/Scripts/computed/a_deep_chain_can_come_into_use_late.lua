-- Contract 11b: each function has run before, but without the one before it; all of them become inputs at once.
local bh = require "bindhost"
local first, deep, runs = bh.bindable(0), bh.bindable(false), 0
local cells = { [0] = first }
for i = 1, 1000 do
  cells[i] = bh.computed(function()
    runs = runs + 1
    return deep:get() and cells[i - 1]:get() + 1 or -1
  end)
end
for i = 1, 1000 do cells[i]:get() end
runs = 0
deep:set(true)
print(cells[1000]:get(), runs)             -- expect: 1000	1000
-- the same while it is looked at
deep:set(false)
for i = 1, 1000 do cells[i]:get() end
cells[1000]:observe(function(v) print("seen", v) end)  -- expect: seen	-1
runs = 0
deep:set(true)                             -- expect: seen	1000
print(runs)                                -- expect: 1000
first:set(1)                               -- expect: seen	1001
