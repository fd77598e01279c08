-- Contract 7, 20, 70: who is told of several changes is told of the newest one that has changed what he looks at, as `bh.why` says; a touch is the
-- cause only of what nothing has changed. Bindables, fields of models and states agree.
local bh = require "bindhost"
local function try(x, y, whole)
  local sum = bh.combine({ x, y }, function(a, b) return a + b end)
  local tracked = bh.computed(function() return x:get() + y:get() end)
  local told = {}
  local function look(cell, name)
    cell:observe(function(new, _, cause)
      told[#told + 1] = ("%s %s %s %d%s"):format(name, new, cause.kind, cause.line, bh.why(cell).line == cause.line and "" or " but why")
    end, { initial = false })
  end
  look(sum, "sum")
  look(tracked, "tracked")
  look(x, "x")
  if whole then whole:observe(function(_, _, cause) told[#told + 1] = "whole " .. cause.kind .. " " .. cause.line end, { initial = false }) end
  local function step(fn)
    told = {}
    bh.transaction(fn)
    print(#told == 0 and "nobody" or table.concat(told, ", "))
  end
  step(function() y:touch()
    x:set(1)
  end)
  step(function() x:set(2)
    y:touch()
  end)
  step(function() y:set(10)
    x:set(3)
  end)
  step(function() x:set(4)
    y:set(20)
  end)
  step(function() x:set(5)
    x:touch()
  end)
  step(function() y:set(30) y:set(20)
    x:touch()
    x:set(6)
    y:touch()
  end)
  step(function() y:touch() end)
  local go = bh.bindable(0)
  go:observe(function() y:touch() end, { initial = false })
  go:observe(function() x:set(7) end, { initial = false })
  told = {}
  go:set(1)
  print(table.concat(told, ", "))
end
local model, state = bh.model("m", { x = 0, y = 0 }), bh.state("s", { x = 0, y = 0 }, { store = "memory:" })
try(bh.bindable(0), bh.bindable(0))
-- expect: x 1 write 23, sum 1 write 23, tracked 1 write 23
-- expect: x 2 write 25, sum 2 write 25, tracked 2 write 25
-- expect: x 3 write 29, sum 13 write 29, tracked 13 write 29
-- expect: x 4 write 31, sum 24 write 32, tracked 24 write 32
-- expect: x 5 write 34, sum 25 write 34, tracked 25 write 34
-- expect: x 6 write 39, sum 26 write 39, tracked 26 write 39
-- expect: nobody
-- expect: x 7 write 45, sum 27 write 45, tracked 27 write 45
try(model "x", model "y", model)
-- expect: x 1 write 23, whole write 23, sum 1 write 23, tracked 1 write 23
-- expect: x 2 write 25, whole write 25, sum 2 write 25, tracked 2 write 25
-- expect: x 3 write 29, whole write 29, sum 13 write 29, tracked 13 write 29
-- expect: x 4 write 31, whole write 32, sum 24 write 32, tracked 24 write 32
-- expect: x 5 write 34, whole write 34, sum 25 write 34, tracked 25 write 34
-- expect: x 6 write 39, whole write 39, sum 26 write 39, tracked 26 write 39
-- expect: whole touch 42
-- expect: x 7 write 45, whole write 45, sum 27 write 45, tracked 27 write 45
try(state "x", state "y", state)
-- expect: x 1 write 23, whole write 23, sum 1 write 23, tracked 1 write 23
-- expect: x 2 write 25, whole write 25, sum 2 write 25, tracked 2 write 25
-- expect: x 3 write 29, whole write 29, sum 13 write 29, tracked 13 write 29
-- expect: x 4 write 31, whole write 32, sum 24 write 32, tracked 24 write 32
-- expect: x 5 write 34, whole write 34, sum 25 write 34, tracked 25 write 34
-- expect: x 6 write 39, whole write 39, sum 26 write 39, tracked 26 write 39
-- expect: whole touch 42
-- expect: x 7 write 45, whole write 45, sum 27 write 45, tracked 27 write 45
