-- Contract 49: where several bindings around a place end in one wave, the one of the place goes on after the last of them, in whatever order they
-- were made.
local bh = require "bindhost"
local number = 0
local function order(first, second, third)
  number = number + 1
  local m = bh.model("m" .. number, { p = { x = 1, q = { u = 3, v = 4 } } })
  local around, on = bh.bindable(false), bh.bindable(true)
  local past = bh.history { cells = { around } }
  local make = {
    whole = function() bh.bind(bh.bindable { x = 10, q = { u = 11, v = 12 } }, m "p", { when = around, priority = 3 }) end,
    part = function() bh.bind(bh.bindable { u = 21, v = 22 }, m "p.q", { when = around, priority = 2 }) end,
    place = function() bh.bind(bh.bindable(33), m "p.q.v", { when = on, priority = 1 }) end,
  }
  make[first]()
  make[second]()
  make[third]()
  around:set(true)
  past:undo()
  print(m "p.x":get(), m "p.q.u":get(), m "p.q.v":get())
end
order("whole", "place", "part")                  -- expect: 1	3	33
order("place", "whole", "part")                  -- expect: 1	3	33
order("part", "place", "whole")                  -- expect: 1	3	33
order("whole", "part", "place")                  -- expect: 1	3	33
