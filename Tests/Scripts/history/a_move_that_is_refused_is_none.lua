-- Contract 55: only confirmed values are steps: where a source does not take what an undo or redo gives it, its change
-- stands as it did before.
local bh = require "bindhost"
local refused = {}
local function remote(name)
  return bh.source { name = name, get = function() return 0 end, set = function(new)
    bh.sleep "1ms"
    if refused[new] then return nil, "not " .. new end
    return true
  end }
end
bh.on_error(function(err) print(err.message) end)
local src = remote "src"
local here = bh.bindable(0)
local history = bh.history { cells = { src, here } }
local function settled() repeat bh.sleep "1ms" until src "$pending":get() == 0 end
local function show() print(src:get(), here:get(), history "can_undo":get(), history "can_redo":get()) end
src:set(1) settled() src:set(2) settled()
refused[1] = true
history:undo() settled()
show()                       -- expect: not 1
                             -- expect: 2	0	true	false
refused = {}
history:undo() settled() show()      -- expect: 1	0	true	true
refused[2] = true
history:redo() settled()
show()                       -- expect: not 2
                             -- expect: 1	0	true	true
refused = {}
history:redo() settled() show()      -- expect: 2	0	true	false

-- Two on their way: the newer one is taken, and what it goes over with it.
refused[1] = true
history:undo() history:undo() settled()
show()                       -- expect: not 1
                             -- expect: 0	0	false	true
refused = {}
history:redo() settled() show()      -- expect: 1	0	true	true
history:redo() settled() show()      -- expect: 2	0	true	false
-- Neither is taken: both steps are there again, in their order.
refused = { [0] = true, [1] = true }
history:undo() history:undo() settled()
show()                       -- expect: not 1
                             -- expect: not 0
                             -- expect: 2	0	true	false
refused = {}
history:undo() settled() show()      -- expect: 1	0	true	true
history:redo() settled()

-- Of a step over several cells only the refused part stays.
bh.transaction(function() here:set(7) src:set(3) end)
settled()
refused[2] = true
history:undo() settled()
show()                       -- expect: not 2
                             -- expect: 3	0	true	true
refused = {}
history:undo() settled() show()      -- expect: 2	0	true	true
history:redo() settled() show()      -- expect: 3	7	true	false
