-- Contract 69: a task that has not begun is none of the 10 000 timers; of tasks there may be as many as of observers.
local bh = require "bindhost"
local begun = 0
for _ = 1, 12000 do
  bh.go(function() begun = begun + 1 end)
end
bh.sleep "1ms"
print(begun)                                         -- expect: 12000
local many = bh.scope(function()
  local ok, err
  repeat ok, err = pcall(bh.go, print) until not ok
  print(err.id, err.message:match "%d+ tasks")       -- expect: host.quota	100000 tasks
end)
many:close()
print(bh.stats().tasks)                              -- expect: 1
