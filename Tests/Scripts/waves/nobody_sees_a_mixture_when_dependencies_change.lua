-- Contract 3: the arm that is read depends on the same cell that the arms are made of. A function that ran on the old
-- choice with new inputs would raise here.
local bh = require "bindhost"
local list, index = bh.bindable { "a", "b", "c" }, bh.bindable(3)
local size = bh.computed(function() return #list:get() end)
local valid = bh.computed(function() return index:get() <= size:get() end)
local runs = 0
local chosen = bh.computed(function()
  runs = runs + 1
  if not valid:get() then return "none" end
  return list:get()[index:get()]:upper()
end)
chosen:observe(function(new, old) print(new, old) end)  -- expect: C	nil
list:set { "x" }       -- expect: none	C
index:set(1)           -- expect: X	none
bh.transaction(function()
  list:set { "p", "q" }
  index:set(2)
end)                   -- expect: Q	X
print(runs)            -- expect: 4
-- an arm that is left behind is not looked at any more, one that is new is current
local use_left, n = bh.bindable(true), bh.bindable(1)
local left_runs, right_runs = 0, 0
local left = n:map(function(v) left_runs = left_runs + 1 assert(use_left:peek()) return "left " .. v end)
local right = n:map(function(v) right_runs = right_runs + 1 return "right " .. v end)
local arm = bh.computed(function() if use_left:get() then return left:get() end return right:get() end)
arm:observe(function(v) print(v) end)  -- expect: left 1
bh.transaction(function() use_left:set(false) n:set(2) end)  -- expect: right 2
n:set(3)               -- expect: right 3
print(left_runs, right_runs)  -- expect: 1	2
