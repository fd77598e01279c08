-- LUA_API "A handle: :stop(), :info() (counts, source line)": also of timers, tasks, commands and handlers of loadables.
-- Those deliver nothing, and have nothing to pause.
local bh = require "bindhost"
local function show(handle)
  local info = handle:info()
  print(info.title, info.script:match "[^/]+$", info.line, info.scope, info.stopped)
end
local timer, task, command, handler
local scope = bh.scope("own", function()
  timer = bh.after("1h", function() end)
  task = bh.go(function() bh.sleep("1h") end)
  command = bh.command("save", function() end)
  handler = bh.loadable { load = function() return 1 end }:on_loaded(function() end)
end)
show(timer)            -- expect: timer	every_handle_tells_its_line.lua	10	own	false
show(task)             -- expect: task every_handle_tells_its_line.lua:11	every_handle_tells_its_line.lua	11	own	false
show(command)          -- expect: command 'save'	every_handle_tells_its_line.lua	12	own	false
show(handler)          -- expect: handler	every_handle_tells_its_line.lua	13	own	false
bh.sleep "1ms"         -- now the task sleeps
print(task:info().stopped, command:info().runs)   -- expect: false	0

for _, name in ipairs { "pause", "resume" } do
  for _, handle in ipairs { timer, task, command, handler } do
    local _, err = pcall(handle[name], handle)
    print(err.id, err.message, err.notes[1])
  end
end
-- expect: bind.argument	handle:pause: belongs to observers, bindings and effects	timers, tasks, watches, commands and handlers have stop and info
-- expect: bind.argument	handle:pause: belongs to observers, bindings and effects	timers, tasks, watches, commands and handlers have stop and info
-- expect: bind.argument	handle:pause: belongs to observers, bindings and effects	timers, tasks, watches, commands and handlers have stop and info
-- expect: bind.argument	handle:pause: belongs to observers, bindings and effects	timers, tasks, watches, commands and handlers have stop and info
-- expect: bind.argument	handle:resume: belongs to observers, bindings and effects	timers, tasks, watches, commands and handlers have stop and info
-- expect: bind.argument	handle:resume: belongs to observers, bindings and effects	timers, tasks, watches, commands and handlers have stop and info
-- expect: bind.argument	handle:resume: belongs to observers, bindings and effects	timers, tasks, watches, commands and handlers have stop and info
-- expect: bind.argument	handle:resume: belongs to observers, bindings and effects	timers, tasks, watches, commands and handlers have stop and info

-- What is over is stopped.
for _, handle in ipairs { timer, task, command, handler } do
  handle:stop()
  print(handle:info().stopped)
end
-- expect: true
-- expect: true
-- expect: true
-- expect: true
local own
own = bh.go(function() print(own:info().stopped) bh.sleep "1ms" print(own:info().stopped) end)
repeat bh.sleep "1ms" until own:info().stopped
-- expect: false
-- expect: false
local stopped = bh.go(function() bh.sleep "1h" end)
stopped:stop()
print(stopped:info().stopped)                     -- expect: true

-- Of what its scope has ended nothing is told any more.
local own_scope, ended = nil, {}
own_scope = bh.scope("panel", function()
  ended.timer = bh.after("1h", function() end)
  ended.task = bh.go(function() bh.sleep "1h" end)
  ended.command = bh.command("again", function() end)
  ended.observer = bh.bindable(1):observe(function() end)
end)
own_scope:close()
for _, name in ipairs { "timer", "task", "command", "observer" } do
  local ok, err = pcall(ended[name].info, ended[name])
  print(name, ok, err.id, tostring(err):match "scope 'panel'")
  ended[name]:stop()
end
-- expect: timer	false	bind.disposed	scope 'panel'
-- expect: task	false	bind.disposed	scope 'panel'
-- expect: command	false	bind.disposed	scope 'panel'
-- expect: observer	false	bind.disposed	scope 'panel'
