-- Contract 11b and 29: what is raised at the bottom arrives at the far end unchanged.
local bh = require "bindhost"
local first, thrown = bh.bindable(0), { "thrown" }
local last = bh.computed(function() if first:get() == 1 then error(thrown) end return 0 end)
for _ = 1, 1000 do
  local previous = last
  last = bh.computed(function() return previous:get() + 1 end)
end
print(last:get())                          -- expect: 1000
first:set(1)
local ok, err = pcall(last.get, last)
print(ok, err == thrown)                   -- expect: false	true
first:set(2)
print(last:get())                          -- expect: 1000
