-- A named action: arguments in, results out; it may wait; it is a handle of its scope.
local bh = require "bindhost"
local m = bh.model("m", { n = 1, sum = 0 })
local add = bh.command("add", function(a, b)
  bh.sleep("1ms")
  m "sum":set(a + b)
  return a + b, "ready"
end)
print(bh.call("add", 1, 2))                  -- expect: 3	ready
print(m "sum":get())                         -- expect: 3
local info = add:info()
print(info.title, info.line, info.runs)      -- expect: command 'add'	4	1
print(tostring(add))                         -- expect: handle(command 'add')

-- The same name twice is a mistake, and another one is found by the nearest name.
local ok, err = pcall(bh.command, "add", print)
print(ok, err.id, err.message)               -- expect: false	bind.duplicate	a command named 'add' exists already
ok, err = pcall(bh.call, "ad")
print(ok, err.message)                       -- expect: false	bh.call: unknown command 'ad'

-- It ends with its handle or its scope; then the name is free.
add:stop()
add:stop()
print(add:info().stopped)                    -- expect: true
local scope = bh.scope("short", function() bh.command("add", function() return "another" end) end)
print(bh.call "add")                         -- expect: another
scope:close()
print((pcall(bh.call, "add")))               -- expect: false

-- What it raises reaches whoever has called it.
bh.command("fail", function() error({ code = 7 }) end)
ok, err = pcall(bh.call, "fail")
print(ok, err.code)                          -- expect: false	7

-- A transaction that raises takes it back.
pcall(bh.transaction, function() bh.command("late", print) error("no") end)
print((pcall(bh.call, "late")))              -- expect: false
print((select(2, pcall(bh.command, " ", print))).id)  -- expect: bind.argument

-- What is written in it failed as a whole.
bh.command("half", function() m "n":set(5) error("no") end)
print(pcall(bh.call, "half"))                -- expect: false	a_command_is_called_by_its_name.lua:41: no
print(m "n":get())                           -- expect: 1
-- exit: 0
