-- Contract 11: the path of a cycle has a hop for each cell, also where many have no name and one line writes them all; a way that is not closed is not
-- told as if it were.
local bh = require "bindhost"
local function path(count, isClosed)
  local cells = {}
  for i = 1, count do cells[i] = bh.bindable(0) end
  for i = 1, count do
    local next = cells[i + 1] or isClosed and cells[1]
    if next then cells[i]:observe(function(v) if v > 0 then next:set(v + 1) end end) end
  end
  local ok, err = pcall(function() cells[1]:set(1) end)
  local _, hops = tostring(err):gsub("bindable %(", "")
  return ok, err.id, hops, tostring(err):match "more …" or "whole", (err.notes[2] or "closed"):match "not come back" or "closed"
end
print(path(3, true))                                       -- expect: false	bind.cycle	4	whole	closed
print(path(1, true))                                       -- expect: false	bind.cycle	2	whole	closed
print(path(30, true))                                      -- expect: false	bind.cycle	18	more …	closed
print(path(104, false))                                    -- expect: false	bind.cycle	18	more …	not come back
