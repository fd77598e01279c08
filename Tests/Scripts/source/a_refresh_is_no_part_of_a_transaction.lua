-- Contract 16, 21, 60: what a transaction or callback has written is not outside: it is asked again when that has ended well.
-- A question in one that fails takes nothing with it, and polling goes on.
local bh = require "bindhost"
bh.on_error(function() end)
local x, outside = bh.bindable(1, { name = "x" }), 1
local asked = 0
local s = bh.source { name = "s", poll = "1ms", get = function() asked = asked + 1 bh.sleep "1ms" return outside end }
local of_x = bh.source { name = "of_x", get = function() return x:get() * 10 end }
local changed
local told = bh.source { name = "told", get = function() return outside end, notify = function(signal) changed = signal end }
local watch = s:observe(function() end, { initial = false })
of_x:observe(function(v) if v ~= x:get() * 10 then print("torn", v, x:get()) end end)
local wait_for = require "_wait_for"
wait_for(function() return s:get() == 1 end)

-- Dropped: the poll goes on.
pcall(bh.transaction, function() s:refresh() error "no" end)
outside = 2
wait_for(function() return s:get() == 2 end)
local count = asked
wait_for(function() return asked > count + 3 end)

-- What it has written is not outside, dropped or not.
pcall(bh.transaction, function() x:set(5) of_x:refresh() error "no" end)
print(x:get(), of_x:get())                        -- expect: 1	10
bh.transaction(function() x:set(7) of_x:refresh() end)
print(x:get(), of_x:get())                        -- expect: 7	70
bh.transaction(function() of_x:refresh() x:set(8) end)
print(x:get(), of_x:get())                        -- expect: 8	70

-- It is read back at once where nothing was written.
bh.transaction(function()
  outside = 3
  told:refresh()
  print(told:get())                               -- expect: 3
end)

-- In an observer that fails: what refresh asks goes with it, what has changed outside has changed.
local trigger = bh.bindable(0)
trigger:observe(function(v)
  if v == 1 then told:refresh() end
  if v == 2 then changed() end
  if v > 0 then error "no" end
end)
outside = 4
trigger:set(1)
print(told:get())                                 -- expect: 3
trigger:set(2)
print(told:get())                                 -- expect: 4
watch:stop()
