-- A shown view keeps the script alive; the end of its scope ends both.
-- args: --ui=plain
local bh = require "bindhost"
local ui = bh.ui
local text = bh.bindable "one"
local label
local scope = bh.scope("screen", function() label = ui.label { id = "t", text = text } bh.show(label) end)
bh.after(0.01, function()                      -- expect: one
  scope:close()
  text:set "two"
  print(pcall(label, "text"))
  -- expect: false	bind.disposed: a_view_ends_with_its_scope.lua:11: label#t was used after its scope 'screen' was closed
end)
