-- Contract 32: a cell is freed when neither Lua nor a live edge reaches it: what a Ref is made of is reached by it.
local bh = require "bindhost"
local start = bh.bindable(1)
local function mapped() return start:map(function(v) return v + 1 end) end
for _, made in ipairs {
  mapped():debounce "1ms", mapped():throttle "1ms", mapped():distinct(), mapped():default(0), bh.oneway(mapped()),
  mapped():debounce(0):map(function(v) return v end):throttle(0),
} do
  for _ = 1, 3 do collectgarbage() end
  made:observe(function(v) print(v) end):stop()
  for _ = 1, 3 do collectgarbage() end
  print(made:get())
end
-- expect: 2
-- expect: 2
-- expect: 2
-- expect: 2
-- expect: 2
-- expect: 2
-- expect: 2
-- expect: 2
-- expect: 2
-- expect: 2
-- expect: 2
-- expect: 2
