-- Contract 6: the order is the same for parts made by the same lines, whatever else there is, also where a link and the
-- condition of a binding make a ring that has no depths.
local bh = require "bindhost"
local ran = {}
local function part(name)
  local a, b, c = bh.bindable(0), bh.bindable(0), bh.bindable(0)
  b:observe(function() ran[#ran + 1] = name .. "b" end, { initial = false })
  a:observe(function() ran[#ran + 1] = name .. "a" end, { initial = false })
  bh.link(a, b)
  bh.bind(c, a, { priority = 1, when = b:map(function(v) return v > 100 end) })
  return a
end
local parts = {}
for i = 1, 6 do parts[i] = part(string.char(64 + i)) end
for _, a in ipairs(parts) do a:set(2) end
local first = table.concat(ran, " ", 1, 2)
for i = 2, #parts do
  local this = table.concat(ran, " ", 2 * i - 1, 2 * i)
  if this ~= first:gsub("A", string.char(64 + i)) then print(this, first) end
end
print(#ran)                                             -- expect: 12
