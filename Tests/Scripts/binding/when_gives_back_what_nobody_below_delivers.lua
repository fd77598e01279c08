-- CONTRACT 49: where the binding below has ended, has nothing or may not deliver, the previous value comes back.
local bh = require "bindhost"
local over, w = bh.bindable(9), bh.bindable(false)
local function covered(source, options)
  local target = bh.bindable(0)
  local below = bh.bind(source, target, options)
  bh.bind(over, target, { when = w, priority = 1 })
  return target, below
end
local errors = 0
bh.on_error(function() errors = errors + 1 end)
local base = bh.bindable(5)
local ended, first = covered(base)
local absent = covered(bh.bindable())
local skipped = covered(bh.bindable(bh.null), { map = function() return nil end, skip_nil = true })
local raising = covered(base, { map = function(v) if v > 5 then error "no" end return v end })
local paused, third = covered(base)
local later = covered(base, { initial = false })
local function show()
  local values = {}
  for i, target in ipairs { ended, absent, skipped, raising, paused, later } do values[i] = target:get() end
  return table.concat(values, " ")
end
print(show())                                  -- expect: 5 0 0 5 5 0
w:set(true)
print(show())                                  -- expect: 9 9 9 9 9 9
first:stop()
third:pause()
base:set(6)
w:set(false)
print(show(), errors)                          -- expect: 5 0 0 5 5 6	1
-- what a paused one could not deliver comes when it goes on
third:resume()
print(paused:get())                            -- expect: 6
third:pause()
w:set(true)
w:set(false)
print(paused:get())                            -- expect: 6
third:resume()
print(paused:get())                            -- expect: 6
