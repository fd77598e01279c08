-- Contract 5, 17: when an optimistic value is confirmed nobody runs again: it is what they have seen.
local bh = require "bindhost"
local source = bh.source {
  name = "source", optimistic = true,
  get = function() return 0 end,
  set = function()
    bh.sleep("1ms")
    return true
  end,
}
while not source:has_value() do bh.sleep("1ms") end
bh.effect(function() print("effect", source:get()) end)                     -- expect: effect	0
source:map(function(v)
  print("map", v)
  return v
end):observe(function(v) print("observer", v) end)
-- expect: map	0
-- expect: observer	0
source:set(4)
-- expect: effect	4
-- expect: map	4
-- expect: observer	4
print(source "$pending":get())                                              -- expect: 0
