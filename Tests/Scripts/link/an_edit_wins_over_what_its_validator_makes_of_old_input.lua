-- Contract 42, 47: where what a validator reads changes with an edit at the far end, it is asked about the edit, and not about what was edited before.
local bh = require "bindhost"
for _, order in ipairs { 1, 2 } do
  local most, near, middle, far = bh.bindable(20), bh.bindable(0), bh.bindable(0), bh.bindable(0)
  local validate = function(v) return true, math.min(v, most:get()) end
  if order == 1 then bh.link(near, middle, { validate = validate }) bh.link(middle, far) end
  if order == 2 then bh.link(middle, far) bh.link(near, middle, { validate = validate }) end
  far:set(18)
  bh.transaction(function()
    most:set(14)
    far:set(9)
  end)
  print(near:get(), middle:get(), far:get())
  most:set(5)
  print(near:get(), middle:get(), far:get())
end
-- expect: 9	9	9
-- expect: 5	5	5
-- expect: 9	9	9
-- expect: 5	5	5
