-- CONTRACT 1, 9, 21, 25: whoever waits for a command hears of its end in a step of its own, also where the command's scope is
-- closed in the middle of something else. What it reads is committed, and what it writes stands.
local bh = require "bindhost"
local a, b = bh.bindable(0), bh.bindable(0)
b:observe(function(v) print("b is", v) end, { initial = false })
bh.on_error(function(err) print("reported", err.message) end)

local function turns() for _ = 1, 10 do bh.sleep(0) end end
local function waiter(name)
  bh.go(function()
    print(name, select(2, pcall(bh.call, name)).id, a:get())
    b:modify(function(v) return v + 1 end)
    print(name, "has written")
  end)
end
local function command(name, fn)
  local screen
  screen = bh.scope(name, function() bh.command(name, function() fn(screen) end) end)
  waiter(name)
  turns()
  return screen
end
local function forever() bh.sleep(1) end

-- In a transaction that is dropped.
local one = command("dropped", forever)
print(pcall(bh.transaction, function() a:set(1) one:close() print "the closer goes on" error("no", 0) end))
turns()
-- expect: the closer goes on
-- expect: false	no
-- expect: dropped	bind.disposed	0
-- expect: dropped	has written
-- expect: b is	1

-- In an observer that fails.
local two = command("observed", forever)
local handle = a:observe(function(v) b:set(100) two:close() error("in the observer", 0) end, { initial = false })
a:set(2)
handle:stop()
turns()
-- expect: reported	in the observer
-- expect: observed	bind.disposed	2
-- expect: observed	has written
-- expect: b is	2

-- In the step of another task, and in that of the command itself, which fails then.
local three = command("another task", forever)
bh.go(function() a:set(3) three:close() print("a in the closer", a:get()) end)
turns()
-- expect: a in the closer	3
-- expect: another task	bind.disposed	3
-- expect: another task	has written
-- expect: b is	3
command("itself", function(screen) a:set(4) screen:close() print("the command goes on", a:get()) error("in the command", 0) end)
turns()
-- expect: the command goes on	4
-- expect: reported	in the command
-- expect: itself	bind.disposed	3
-- expect: itself	has written
-- expect: b is	4
