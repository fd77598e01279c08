-- Contract 10: whatever observers write to each other, at the end each has seen the present value, and never an older one
-- after a newer one.
local bh = require "bindhost"
local cells, last = {}, {}
for i = 1, 8 do cells[i] = bh.bindable(0) end
local sum = bh.computed(function() local s = 0 for _, c in ipairs(cells) do s = s + c:get() end return s end)
local backwards = 0
for i, cell in ipairs(cells) do
  cell:observe(function(v)
    if v < (last[i] or 0) then backwards = backwards + 1 end
    last[i] = v
  end)
  cell:observe(function(v)
    local other = cells[(i * 3) % 8 + 1]
    if v < 20 then other:modify(function(w) return math.max(w, v + 1) end) end
  end)
end
sum:observe(function(v)
  if v < (last.sum or 0) then backwards = backwards + 1 end
  last.sum = v
end)
local function agrees()
  for i, cell in ipairs(cells) do if last[i] ~= cell:get() then return i end end
  return last.sum == sum:get()
end
for i = 1, 30 do
  cells[i % 8 + 1]:modify(function(v) return v + 1 end)
  if agrees() ~= true then print("behind", i, agrees()) end
end
bh.transaction(function() for _, c in ipairs(cells) do c:modify(function(v) return v + 5 end) end end)
print(agrees(), backwards)  -- expect: true	0
