-- Contract 3, 21, 60: what sources tell of in one transaction or timer is shown in one wave with what is written there, whatever
-- becomes of it; whoever runs there sees it at once.
local bh = require "bindhost"
local x, y, x_changed, y_changed = 1, 1, nil, nil
local sx = bh.source { get = function() return x end, notify = function(changed) x_changed = changed end }
local sy = bh.source { get = function() return y end, notify = function(changed) y_changed = changed end }
local m = bh.bindable(0)
local both = bh.combine({ sx, sy, m }, function(a, b, c) return (a == b and "equal " .. a or a .. " ~= " .. b) .. " " .. c end)
local watch = both:observe(function(text) print(text) end)     -- expect: equal 1 0
local function change(to, write)
  x, y = to, to
  m:set(write)
  x_changed()
  y_changed()
end
bh.transaction(function()
  change(2, 5)
  print("inside", sx:get(), both:get())                        -- expect: inside	2	equal 2 5
end)                                                           -- expect: equal 2 5
local done
bh.after(0, function() change(3, 6) done = true print "end of timer" end)
while not done do bh.sleep "1ms" end                           -- expect: end of timer
                                                               -- expect: equal 3 6
-- What has changed outside has changed.
print(pcall(bh.transaction, function() change(4, 7) error("no", 0) end))
-- expect: equal 4 6
-- expect: false	no
bh.transaction(function()
  pcall(bh.transaction, function() change(5, 8) error("no", 0) end)
  print(sx:get(), both:get())                                  -- expect: 5	equal 5 6
end)                                                           -- expect: equal 5 6
local trigger = bh.bindable(0)
trigger:observe(function(v) if v == 1 then change(6, 9) end end)
trigger:set(1)                                                 -- expect: equal 5 9
                                                               -- expect: equal 6 9
-- What is asked by hand too.
x, y = 7, 7
bh.transaction(function() sx:refresh() sy:refresh() end)       -- expect: equal 7 9
-- There and back is no change.
bh.transaction(function() x = 8 x_changed() x = 7 x_changed() end)
print(sx:get())                                                -- expect: 7
watch:stop()
