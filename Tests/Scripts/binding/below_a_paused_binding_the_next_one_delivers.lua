-- Contract 10, 49: a binding that is paused delivers nothing. Where one above it lets go of their target, the next one below it
-- delivers what its source says now; and is heard again when the condition of the paused one has ended.
local bh = require "bindhost"
local function three(body)
  local target, base, on1, on2 = bh.bindable "own", bh.bindable(0), bh.bindable(true), bh.bindable(false)
  bh.bind(base, target, { priority = 0, map = function(v) return "base " .. v end })
  local paused = bh.bind(bh.bindable "one", target, { priority = 1, when = on1 })
  local top = bh.bind(bh.bindable "two", target, { priority = 2, when = on2 })
  on2:set(true)
  base:set(12)
  paused:pause()
  body(on1, on2, top)
  local first = target:get()
  base:set(13)
  paused:resume()
  print(first, target:get())
end
three(function(on1, on2) on1:set(false) on2:set(false) end)             -- expect: base 12	base 13
three(function(on1, _, top) on1:set(false) top:stop() end)              -- expect: base 12	base 13
three(function(_, on2) on2:set(false) end)                              -- expect: base 12	one
