-- CONTRACT 32: what a binding with on_error needs is let go of when it stops.
local bh = require "bindhost"
local a, t = bh.bindable(1), bh.bindable(0)
local held = setmetatable({}, { __mode = "k" })
for _ = 1, 100 do
  local handler = function() end
  held[handler] = true
  bh.bind(a, t, { on_error = handler }):stop()
  local second = function() end
  held[second] = true
  bh.bind(a, function() end, { on_error = second }):stop()
end
for _ = 1, 5 do collectgarbage() bh.sleep "1ms" end
local left = 0
for _ in pairs(held) do left = left + 1 end
print(left < 5)                                -- expect: true
