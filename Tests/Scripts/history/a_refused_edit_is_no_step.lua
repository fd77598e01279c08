-- Contract 55: what a field goes back to because its source refuses belongs to the edit: together they are no step.
local bh = require "bindhost"
local refused = { [1] = true }
bh.on_error(function(err) print(err.message) end)
for _, optimistic in ipairs { false, true } do
  local src = bh.source { name = "src", optimistic = optimistic, get = function() return 0 end, set = function(new)
    bh.sleep "1ms"
    if refused[new] then return nil, "not " .. new end
    return true
  end }
  local field, other = bh.bindable(0), bh.bindable(0)
  bh.link(src, field)
  local history = bh.history { cells = { field, other } }
  local function settled() repeat bh.sleep "1ms" until src "$pending":get() == 0 end
  local function show() print(field:get(), src:get(), history "can_undo":get(), history "can_redo":get()) end
  refused = { [1] = true }
  field:set(1) settled()
  show()
  print(history:undo())
  field:set(2) settled() field:set(3) settled()
  refused = { [2] = true }
  print(history:undo()) settled()
  show()
  refused = {}
  print(history:undo()) settled()
  show()
  -- What follows from a confirmed write is of the step that asked for it.
  bh.transaction(function()
    other:set(1)
    src:set(9)
  end)
  settled()
  show()
  print(history:undo()) settled()
  print(other:get(), field:get(), src:get())
end
-- expect: not 1
-- expect: 0	0	false	false
-- expect: false
-- expect: true
-- expect: not 2
-- expect: 3	3	true	false
-- expect: true
-- expect: 2	2	true	true
-- expect: 9	9	true	false
-- expect: true
-- expect: 0	2	2
-- expect: not 1
-- expect: 0	0	false	false
-- expect: false
-- expect: true
-- expect: not 2
-- expect: 3	3	true	false
-- expect: true
-- expect: 2	2	true	true
-- expect: 9	9	true	false
-- expect: true
-- expect: 0	2	2
