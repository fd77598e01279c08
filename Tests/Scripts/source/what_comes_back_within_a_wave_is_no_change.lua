-- Contract 17, 19: what is shown of a source at once, and is as it was at the end of the wave, is told nobody.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local outside = 0
local s = bh.source { optimistic = true, get = function() return outside end, set = function(new)
  bh.sleep "1ms"
  outside = new
  return true
end }
local function settle() wait_for(function() return s "$pending":get() == 0 end) end
s:observe(function(v, old) print(v, old) end)                  -- expect: 0	nil
bh.effect(function() print("effect", s:get()) end)             -- expect: effect	0

-- Two callbacks of one wave write there and back.
local go = bh.bindable(0)
go:observe(function() s:set(8) end, { initial = false })
local back = go:observe(function() s:set(0) end, { initial = false })
go:set(1)
settle()
back:stop()
go:set(2)
-- expect: 8	0
-- expect: effect	8
settle()

-- A write lies over what was learned in its transaction.
outside = 3
bh.transaction(function() s:refresh() s:set(8) end)
settle()
outside = 4
bh.transaction(function() s:refresh() s:modify(function(v) return v + 1 end) end)
-- expect: 5	8
-- expect: effect	5
settle()
