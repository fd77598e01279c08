-- Contract 55: one transaction over a cell and over sources that answer later is one step, whatever was done meanwhile.
local bh = require "bindhost"
local function remote(name, delay)
  return bh.source {
    name = name, get = function() return 0 end,
    set = function() bh.sleep(delay) return true end,
  }
end
local slow, slower = remote("slow", "3ms"), remote("slower", "6ms")
while not slow:has_value() or not slower:has_value() do bh.sleep("1ms") end
local here, other = bh.bindable(0), bh.bindable(0)
local history = bh.history { cells = { here, other, slow, slower } }
local function settled()
  repeat bh.sleep("1ms") until slow "$pending":get() == 0 and slower "$pending":get() == 0
end
local function show() print(here:get(), other:get(), slow:get(), slower:get()) end

bh.transaction(function()
  here:set(1)
  slow:set(1)
  slower:set(1)
end)
other:set(7)
show()                                       -- expect: 1	7	0	0
settled()
show()                                       -- expect: 1	7	1	1
print(history:undo()) settled() show()       -- expect: true
                                             -- expect: 1	0	1	1
print(history:undo()) settled() show()       -- expect: true
                                             -- expect: 0	0	0	0
print(history:undo())                        -- expect: false
print(history:redo()) settled() show()       -- expect: true
                                             -- expect: 1	0	1	1
print(history:redo()) show() print(history:redo())   -- expect: true
                                             -- expect: 1	7	1	1
                                             -- expect: false

-- What is only asked of sources is one step too.
bh.transaction(function()
  slow:set(2)
  slower:set(2)
end)
settled()
show()                                       -- expect: 1	7	2	2
print(history:undo()) settled() show()       -- expect: true
                                             -- expect: 1	7	1	1
