local bh = require "bindhost"
local cell = bh.bindable(1)
local function refused(v)
  local ok, err = pcall(cell.set, cell, v)
  return ok, type(err) == "table" and err.id or err
end
local ring = { a = {} }
ring.a.b = ring
print(refused(ring))  -- expect: false	bind.value
print(refused { [true] = 1 })  -- expect: false	bind.value
print(refused { 1, 2, x = 3 })  -- expect: false	bind.value
local deep = {}
for _ = 1, 10000 do deep = { deep } end
print(refused(deep))  -- expect: false	bind.value
print(cell:get())  -- expect: 1
