-- Contract 55: what a source shows before it is confirmed, and takes back, is no step; what is undone is asked for anew
-- and is no step either.
local bh = require "bindhost"
local source = bh.source {
  name = "source", optimistic = true,
  get = function() return 0 end,
  set = function(new)
    bh.sleep("1ms")
    if new == 5 then return nil, "no" end
    return true
  end,
}
local function settled() while source "$pending":get() > 0 do bh.sleep("1ms") end end
while not source:has_value() do bh.sleep("1ms") end
local history = bh.history { cells = { source } }
bh.transaction(function() source:set(5) end)
print(source:get(), history "can_undo":get())     -- expect: 5	false
settled()                                         -- expect error: script.error
print(source:get(), history "can_undo":get())     -- expect: 0	false
source:set(6)
print(source:get(), history "can_undo":get())     -- expect: 6	true
print(history:undo())                             -- expect: true
settled()
print(source:get(), history "can_undo":get(), history "can_redo":get())   -- expect: 0	false	true
print(history:redo())                             -- expect: true
settled()
print(source:get(), history "can_undo":get(), history "can_redo":get())   -- expect: 6	true	false
-- exit: 1
