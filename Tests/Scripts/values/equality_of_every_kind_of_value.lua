-- Contract 17: what counts as the same value, and so notifies nobody. A cell that is declared compares in its own type.
local bh = require "bindhost"
local function changes(cell, ...)
  local count = 0
  local handle = cell:observe(function() count = count + 1 end, { initial = false })
  for i = 1, select("#", ...) do cell:set((select(i, ...))) end
  handle:stop()
  return count
end
local function differ(a, b)
  local cell = bh.bindable(a)
  return changes(cell, b) == 1
end
local nan, inf = 0 / 0, 1 / 0
print(differ(1, 1), differ(1, 1.0), differ(1, 2), differ(1, 1.5))            -- expect: false	false	true	true
print(differ(nan, nan), differ(nan, -nan), differ(nan, 0), differ(0, nan))   -- expect: false	false	true	true
print(differ(0.0, -0.0), differ(0, -0.0), differ(inf, inf), differ(inf, -inf))  -- expect: false	false	false	true
print(differ(nil, nil), differ(nil, false), differ(false, nil), differ(false, 0))  -- expect: false	true	true	true
print(differ("1", 1), differ("", nil), differ("a", "a"), differ("a", "a\0"))  -- expect: true	true	false	true
-- neither side is rounded to compare an integer with a float
print(differ(2^53 | 0, 2.0^53), differ((1 << 53) + 1, 2.0^53))               -- expect: false	true
print(differ(math.maxinteger, 2.0^63), differ(math.mininteger, -2.0^63))     -- expect: true	false
-- tables by content, numbers in them alike
print(differ({}, {}), differ({ 1, 2 }, { 1, 2.0 }), differ({ 1, 2 }, { 2, 1 }))  -- expect: false	false	true
print(differ({ a = 1, b = { c = nan } }, { b = { c = nan }, a = 1 }))        -- expect: false
print(differ({ a = 1 }, { a = 1, b = 2 }), differ({ a = 1, b = 2 }, { a = 1 }), differ({ a = 1 }, { b = 1 }))  -- expect: true	true	true
print(differ({ 1, { 2, { 3 } } }, { 1, { 2, { 3 } } }), differ({ 1, { 2, { 3 } } }, { 1, { 2, { 4 } } }))  -- expect: false	true
print(differ({ 1 }, { "1" }), differ({ {} }, { { 1 } }), differ({ 1 }, 1))     -- expect: true	true	true
-- references by identity, in tables too
local f, g = function() end, function() end
local one, two = bh.bindable(1), bh.bindable(1)
print(differ(f, f), differ(f, g), differ(one, one), differ(one, two), differ({ f }, { f }), differ({ f }, { g }))
-- expect: false	true	false	true	false	true
-- declared fields: compared after conversion
local m = bh.model("m", {
  whole = 1, ratio = 1.0, text = "1", list = { 1, 2 }, record = { x = 0.0 },
  any = bh.field { type = "any", default = 1 }, maybe = bh.field { type = "number", optional = true },
})
print(changes(m "whole", 1.0), changes(m "whole", 2.0, 2), changes(m "ratio", 1), changes(m "ratio", 2, 2.0))  -- expect: 0	1	0	1
print(changes(m "any", 1.0, 1), changes(m "maybe", nil), changes(m "maybe", 0, -0.0, nan, nan, nil, nil))      -- expect: 0	0	3
print(changes(m "list", { 1.0, 2 }), changes(m "list", { 1 }), changes(m "record", { x = -0.0 }))              -- expect: 0	1	0
print(changes(m, m:get()), changes(m "record.x", 0, -0.0))                                                    -- expect: 0	0
