-- Contract 60: a source that is looked at before each turn is looked at before the next one after a write too, however many turns there were
-- while that was under way.
local bh = require "bindhost"
local outside = 1
local s = bh.source {
  poll = "turn",
  get = function() return outside end,
  set = function(v)
    for _ = 1, 10 do bh.sleep(0) end
    outside = v
    return true
  end,
}
s:observe(function(v) print("told", v) end)
for _ = 1, 3 do
  bh.go(function() for _ = 1, 10 do bh.sleep(0) end end)
end
s:set(5)
print("confirmed", s:get())
outside = 8
for _ = 1, 2 do bh.sleep(0) end
print(s:get())
-- expect: told	1
-- expect: told	5
-- expect: confirmed	5
-- expect: told	8
-- expect: 8
