-- Contract 36: what has closed is refused by every path, also by one that was asked for while it was open.
local bh = require "bindhost"
local label, binding, history
local scope = bh.scope("panel", function()
  label = bh.ui.label { id = "t", text = "x" }
  binding = bh.bind(bh.bindable(1), bh.bindable(0))
  history = bh.history { cells = { bh.bindable(1) } }
  print(label "text":get(), binding "status":get(), history "can_undo":get())  -- expect: x	ok	false
  print(rawequal(label "text", label "text"), binding "status" == binding "status")  -- expect: true	true
end)
scope:close()
for _, closed in ipairs { label, binding, history } do
  local path = closed == label and "text" or closed == binding and "status" or "can_undo"
  local ok, err = pcall(function() return closed(path) end)
  print(ok, err.id, err.message:match "panel")
end
-- expect: false	bind.disposed	panel
-- expect: false	bind.disposed	panel
-- expect: false	bind.disposed	panel
