-- What is wrong with a view is said where it is made, and nothing of it stays.
local bh = require "bindhost"
local ui = bh.ui

local function refused(make)
  local ok, err = pcall(make)
  print(ok, err.id, err.message)
end

local label = ui.label { id = "t" }
-- expect: false	ui.unknown_option	ui.label: unknown option 'tetx'
refused(function() return ui.label { tetx = 1 } end)
-- expect: false	bind.path	label#t: unknown property 'txet'
refused(function() return label "txet" end)
-- expect: false	bind.type	label#u.visible: boolean expected, got string ("yes")
refused(function() return ui.label { id = "u", visible = "yes" } end)
-- expect: false	bind.argument	ui.label: 'text' is given twice
refused(function() return ui.label { "a", text = "b" } end)
-- expect: false	bind.argument	ui.row: label#t is given twice; a view has one place
refused(function() return ui.row { label, label } end)
local user = bh.model("user", { tags = {} })
-- expect: false	bind.type	label#v.text: string expected, user.tags is of type list
refused(function() return ui.label { id = "v", text = user "tags" } end)
-- expect: false	ui.duplicate_id	bh.show: two views have the id 'x'
refused(function() bh.show(ui.column { ui.label { id = "x" }, ui.label { id = "x" } }) end)
