-- Contract 0, 10, 49: a binding that has the target again delivers what its source comes to in that wave, and not only what it held then.
local bh = require "bindhost"
local function clamp(v) return true, math.min(v, 10) end
for _, ends in ipairs { "condition", "stop" } do
  local a, b, c = bh.bindable(10), bh.bindable(10), bh.bindable(10)
  local target, above, on = bh.bindable(0), bh.bindable(0), bh.bindable(true)
  bh.link(a, b, { validate = clamp })
  bh.link(b, c)
  bh.bind(c, target)
  local higher = bh.bind(above, target, { priority = 2, when = on })
  bh.transaction(function()
    b:set(36)
    if ends == "stop" then higher:stop() else on:set(false) end
    c:set(7)
  end)
  print(a:get(), b:get(), c:get(), target:get())
end
-- expect: 10	10	10	10
-- expect: 10	10	10	10
