-- Contract 2, 3, 47: old input that a validator takes after all has settled before a function reads it for the first time, at whatever depth.
local bh = require "bindhost"
for depth = 1, 8 do
  local limit, source, near, far = bh.bindable(10), bh.bindable(0), bh.bindable(1), bh.bindable(1)
  bh.on_error(function() end)
  bh.link(near, far, { validate = function(v) return v <= limit:get(), "too much" end })
  far:set(50)
  local deep = source
  for _ = 1, depth do deep = deep:map(function(v) return v end) end
  local runs = 0
  bh.bind(bh.computed(function()
    runs = runs + 1
    return deep:get() > 0 and near:get() or 0
  end), bh.bindable(0))
  runs = 0
  bh.transaction(function()
    limit:set(100)
    source:set(1)
  end)
  if runs ~= 1 or near:get() ~= 50 then print(depth, runs, near:get()) end
end
print "once"                                               -- expect: once
