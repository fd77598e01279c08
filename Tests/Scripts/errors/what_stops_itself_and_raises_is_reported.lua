-- CONTRACT 27, 33: a running callback that stops itself, or closes its scope, runs to its end; what it raises then is reported like
-- any other error, and its writes are dropped.
local bh = require "bindhost"
local a = bh.bindable(0)
bh.on_error(function(err) print(err.message, err.notes[1]:match "^in ([%a ]+) ") end)

local function settle()
  for _ = 1, 10 do bh.sleep(0) end
  print("a", a:get())
end

local task
task = bh.go(function() bh.sleep(0) a:set(1) task:stop() error("a task that stops itself", 0) end)
settle()
-- expect: a task that stops itself	task
-- expect: a	0
local screen
screen = bh.scope("screen", function() bh.go(function() bh.sleep(0) a:set(2) screen:close() error("a task", 0) end) end)
settle()
-- expect: a task	task
-- expect: a	0
screen = bh.scope("screen", function() bh.after(0, function() a:set(3) bh.sleep(0) a:set(4) screen:close() error("a timer", 0) end) end)
settle()
-- expect: a timer	after
-- expect: a	3
screen = bh.scope("screen", function()
  local go = bh.bindable(0)
  go:observe(function() a:set(5) screen:close() error("an observer", 0) end, { initial = false })
  bh.after(0, function() go:set(1) end)
end)
settle()
-- expect: an observer	observer of
-- expect: a	3

-- Who raises nothing has done what it did.
screen = bh.scope("screen", function() bh.go(function() bh.sleep(0) a:set(6) screen:close() a:set(7) end) end)
settle()
-- expect: a	7
