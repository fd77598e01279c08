-- CONTRACT 69: a command is a task with steps of its own. Whoever waits for one has not run for too long where that has, and goes on.
local bh = require "bindhost"
local b = bh.bindable(0)
bh.command("endless", function()
  b:set(1)
  while true do end
end)
print(select(2, pcall(bh.call, "endless")).id, b:get())  -- expect: host.quota	0
b:set(2)
print(b:get())                                           -- expect: 2
