-- Contract 22: a rollback undoes what was registered, also what the cleanups of what it ends register meanwhile.
local bh = require "bindhost"
local x = bh.bindable(0)
local older = bh.scope(function() bh.on_close(function() x:modify(function(n) return n + 10 end) end) end)
local effect, observer
local function leave_something()
  bh.on_close(function()
    bh.go(function() print "task" end)
    bh.after(0, function() print "timer" end)
    effect = bh.effect(function() print("effect", x:get()) end)
    observer = x:observe(function(v) print("observer", v) end)
    bh.scope(function() bh.on_close(function() x:observe(print) end) end)
    older:close()
  end)
end
print(pcall(bh.transaction, function()
  bh.scope(leave_something)
  error("dropped", 0)
end))
-- expect: false	dropped
bh.sleep(0)
print(x:get())                               -- expect: 10
x:set(1)
print(effect:info().stopped, observer:info().stopped)  -- expect: true	true
local turn = bh.bindable(0)
bh.on_error(function(e) print("handler", e.message) end)
turn:observe(function()
  bh.scope(leave_something)
  error("observer", 0)
end, { initial = false })
turn:set(1)                                  -- expect: handler	observer
x:set(2)
bh.sleep(0)
print(bh.stats().observers)                  -- expect: 1
