-- args: --ui=plain --once
local bh = require "bindhost"
local ui = bh.ui
local text = bh.bindable "old"
bh.show(ui.label(text), { title = "Old" })
print(pcall(bh.transaction, function()
  text:set "new"
  bh.show(ui.label "never", { title = "New" })
  error("no", 0)
end))
-- expect: false	no
-- expect: == Old ==
-- expect: old
