-- Contract 57, W-1: where the getter has failed a function is made of nothing, shown when it is confirmed, and the next one is made of it.
local bh = require "bindhost"
local wait_for = require "_wait_for"
bh.on_error(function(e) print("told", e.message) end)
local function add(n) return function(v) return (v or 0) + n end end
for _, optimistic in ipairs { false, true } do
  local s = bh.source { optimistic = optimistic, get = function() return nil, "away" end, set = function(new, old)
    print("set", new, old)
    return true
  end }
  wait_for(function() return s "$error":get() end)
  local done
  bh.go(function()
    print(s:has_value(), s:modify(add(4)), s:get())
    print(s:modify(add(1)), s:get())
    done = true
  end)
  wait_for(function() return done end)
end
-- expect: told	away
-- expect: set	4	nil
-- expect: false	true	4
-- expect: set	5	4
-- expect: true	5
-- expect: told	away
-- expect: set	4	nil
-- expect: false	true	4
-- expect: set	5	4
-- expect: true	5
