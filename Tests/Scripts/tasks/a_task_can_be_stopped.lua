-- A task is a handle: stopped before it begins, while it waits, or at its end.
local bh = require "bindhost"
local function task(name)
  return bh.go(function()
    local _ <close> = setmetatable({}, { __close = function() print(name, "closed") end })
    print(name, "begins")
    bh.sleep("10ms")
    print(name, "ends")
  end)
end
local early, late, whole = task("early"), task("late"), task("whole")
print((tostring(whole):gsub("%(.*", "")))         -- expect: handle
early:stop()
bh.sleep("2ms")
-- expect: late	begins
-- expect: whole	begins
late:stop()                                       -- expect: late	closed
late:stop()
bh.sleep("30ms")
-- expect: whole	ends
-- expect: whole	closed
whole:stop()
