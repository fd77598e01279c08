-- Contract 22, 25: a run, a pause or a value that a transaction asks for comes with its commit, and not if it fails.
local bh = require "bindhost"
local runs = 0
local j = bh.job.every("1h", { name = "j", immediate = false, run = function() runs = runs + 1 return runs end })
j "value":observe(function(v) print("value", v) end, { initial = false })
local function turns() for _ = 1, 10 do bh.sleep(0) end end
local function fails(fn) print((pcall(bh.transaction, function() fn() error "no" end))) end
fails(function() j:refresh() end)                    -- expect: false
fails(function() j:load() end)                       -- expect: false
fails(function() j:set(9) print(j "value":get()) end) -- expect: 9
-- expect: false
turns()
print(runs, j "face":get(), j "value":get())         -- expect: 0	idle	nil
bh.transaction(function() j:set(9) j:refresh() end)  -- expect: value	9
while runs < 1 do bh.sleep(0) end
turns()                                              -- expect: value	1
-- A run that was only asked for is called off with those that run.
bh.transaction(function() j:refresh() j:cancel() end)
turns()
print(runs, j "face":get())                          -- expect: 1	loaded
fails(function() j:reset() end)                      -- expect: false
print(j "value":get())                               -- expect: 1
bh.transaction(function() j:reset() end)             -- expect: value	nil
print(j "face":get())                                -- expect: idle
j:stop()
