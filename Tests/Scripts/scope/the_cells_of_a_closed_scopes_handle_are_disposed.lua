-- Contract 36: the cells of a handle, and a history, end with the scope; one that was only stopped still tells.
local bh = require "bindhost"
local a = bh.bindable(1)
local binding, link, fn, history, stopped, still
local scope = bh.scope("panel", function()
  binding = bh.bind(a, bh.bindable(0), { name = "mine" })
  link = bh.link(a, bh.bindable(0))
  fn = bh.bind(a, function() end)
  history = bh.history { cells = { a } }
end)
stopped, still = bh.bind(a, bh.bindable(0)), bh.history { cells = { a } }
stopped:stop()
still:stop()
scope:close()
local function refused(what, f, ...)
  local ok, err = pcall(f, ...)
  print(what, ok, ok or err.id)
end
refused("binding", function() return binding "status" end)     -- expect: binding	false	bind.disposed
refused("link", function() return link "error" end)            -- expect: link	false	bind.disposed
refused("function", function() return fn "input" end)          -- expect: function	false	bind.disposed
refused("undo", history.undo, history)                         -- expect: undo	false	bind.disposed
refused("redo", history.redo, history)                         -- expect: redo	false	bind.disposed
refused("clear", history.clear, history)                       -- expect: clear	false	bind.disposed
refused("can_undo", function() return history "can_undo" end)  -- expect: can_undo	false	bind.disposed
print(select(2, pcall(function() return binding "status" end)).message)   -- expect: mine was used after its scope 'panel' was closed
history:stop()
print(stopped "status":get(), still:undo(), still "can_undo":get())       -- expect: ok	false	false
