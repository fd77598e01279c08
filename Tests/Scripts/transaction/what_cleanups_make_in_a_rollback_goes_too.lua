-- Contract 22: a rollback undoes what was registered, also what the cleanups of what it ends register meanwhile.
local bh = require "bindhost"
local x = bh.bindable(0)
local older = bh.scope(function() bh.on_close(function() x:modify(function(n) return n + 10 end) end) end)
local function leave_something()
  bh.on_close(function()
    bh.on_exit(function() print "exit" end)
    print(select(2, pcall(x.observe, x, print)).id)
    older:close()
  end)
end
print(pcall(bh.transaction, function()
  bh.scope(leave_something)
  error("dropped", 0)
end))
-- expect: bind.disposed
-- expect: false	dropped
print(x:get())                               -- expect: 10
local turn = bh.bindable(0)
bh.on_error(function(e) print("handler", e.message) end)
turn:observe(function()
  bh.scope(leave_something)
  error("observer", 0)
end, { initial = false })
turn:set(1)
-- expect: bind.disposed
-- expect: handler	observer
x:set(2)
bh.sleep(0)
print(bh.stats().observers)                  -- expect: 1
