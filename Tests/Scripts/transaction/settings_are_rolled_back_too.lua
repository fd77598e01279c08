-- Contract 22: what a failing transaction has set besides values stands as it stood: the steps of a history, the name of a
-- durable loadable, what `require` has loaded, whether a job rests.
local bh = require "bindhost"
local function fails(fn) print((pcall(bh.transaction, function() fn() error "no" end))) end

local cell = bh.bindable(1)
local history = bh.history { cells = { cell } }
cell:set(2) cell:set(3)
history:undo()
fails(function() history:clear() end)                                  -- expect: false
print(history "can_undo":get(), history "can_redo":get())              -- expect: true	true
history:redo()
print(cell:get())                                                      -- expect: 3
bh.transaction(function() history:clear() end)
print(history "can_undo":get())                                        -- expect: false

local function durable() return bh.loadable("kept", { durable = true, load = function() return 1 end }) end
fails(durable)                                                         -- expect: false
print(tostring(durable()))                                             -- expect: loadable(kept)

fails(function() print("module", require "_settings" "x":get()) end)   -- expect: module	1
-- expect: false
print("module", require "_settings" "x":get())                         -- expect: module	1
print(bh.open "settings" "x":get())                                    -- expect: 1
print(require "_settings" == require "_settings")                      -- expect: true

local runs = 0
local j = bh.job.every("1h", { name = "j", run = function() runs = runs + 1 end })
fails(function() j:pause() end)                                        -- expect: false
while runs < 1 do bh.sleep(0) end
j:stop()
