-- Contract 55: only confirmed values are steps. What a source confirms after the rest of its step was taken back is a step
-- of its own until the rest is made again; that is no new write, so the rest can be made again.
local bh = require "bindhost"
local served = 0
local remote = bh.source {
  name = "remote", optimistic = true, get = function() return served end,
  set = function(new)
    bh.sleep "2ms"
    served = new
    return true
  end,
}
repeat bh.sleep "1ms" until remote:has_value()
local note = bh.bindable(0)
local history = bh.history { cells = { remote, note } }
local function settled() repeat bh.sleep "1ms" until remote "$pending":get() == 0 end
local function show()
  settled()
  print(remote:get(), note:get(), history "can_undo":get(), history "can_redo":get())
end

bh.transaction(function()
  remote:set(1)
  note:set(1)
end)
history:undo()
show()                                       -- expect: 1	0	true	true
history:redo()
show()                                       -- expect: 1	1	true	false
history:undo()
show()                                       -- expect: 0	0	false	true

-- Or the rest goes back too, and all of it is one step again.
history:redo()
show()                                       -- expect: 1	1	true	false
bh.transaction(function()
  remote:set(2)
  note:set(2)
end)
history:undo()
settled()
history:undo()
show()                                       -- expect: 1	1	true	true
history:redo()
show()                                       -- expect: 2	2	true	false

-- A write that is new clears what could be made again, also where it is confirmed later.
history:undo()
settled()
bh.transaction(function() remote:set(5) end)
show()                                       -- expect: 5	1	true	false

-- Each part comes to its own step again, however many wait for it.
history:clear()
for i = 6, 7 do
  bh.transaction(function()
    remote:set(i)
    note:set(i)
  end)
end
history:undo()
history:undo()
settled()
print(remote:get(), note:get())              -- expect: 7	1
history:redo()
history:redo()
show()                                       -- expect: 7	7	true	false
history:undo()
show()                                       -- expect: 6	6	true	true
history:undo()
show()                                       -- expect: 5	1	false	true
