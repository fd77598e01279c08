-- Contract 7, 70: what stands in a list names the write that has changed it, by key as by index, whoever has written beside it in the wave.
-- expect: told	18	18
-- expect: replaced	28	28
-- expect: state	36	38
-- expect: back	48
-- expect: inside	56	57
-- expect: moved	56
local bh = require "bindhost"
local quiet = { initial = false }
local go = bh.bindable(0)

-- Two callbacks of one wave write places of one list.
do
  local list = bh.bindable { { id = 1, v = 0 }, { id = 2, v = 0 } }
  local key = list:by("id", 2) "v"
  local told
  key:observe(function(_, _, cause) told = cause.line end, quiet)
  local first = go:observe(function() list "[2].v":set(9) end, quiet)
  local second = go:observe(function() list "[1].v":set(5) end, quiet)
  go:set(1)
  print("told", told, bh.why(key).line)
  first:stop()
  second:stop()
  local held = bh.bindable { n = 0, l = { { id = 1, v = 3 }, { id = 2, v = 1 }, { id = 3, v = 2 } } }
  local inner = held "l":by("id", 3)
  bh.transaction(function()
    held "l":set { { id = 2, v = 2 }, { id = 3, v = 2 }, { id = 1, v = 3 } }
    held "l[2].v":set(1)
  end)
  print("replaced", bh.why(inner).line, bh.why(inner "v").line)
end

-- The same value written again is no change.
local kept = bh.state("kept", { x = 0, l = { { v = 0 } } }, { store = "memory:" })
bh.transaction(function()
  kept "l[1].v":set(1)
  kept "l[1].v":set(1)
  kept "x":set(1)
  kept "x":set(1)
end)
print("state", bh.why(kept "l[1].v").line, bh.why(kept "x").line)

-- What is back has not changed.
local back = bh.bindable { 0, 0 }
back:observe(function(_, _, cause) print("back", cause.line) end, quiet)
bh.transaction(function()
  back "[1]":set(1)
  back "[2]":set(5)
  back "[1]":set(0)
end)

-- Inside the transaction as after it.
local open = bh.bindable { { id = 1, v = 0 }, { id = 2, v = 0 } }
local second, first = open:by("id", 2) "v", open "[1].v"
bh.transaction(function()
  second:set(5)
  first:set(6)
  print("inside", bh.why(second).line, bh.why(first).line)
end)
bh.transaction(function()
  open:insert(1, { id = 7, v = 7 })
  print("moved", bh.why(second).line)
end)
