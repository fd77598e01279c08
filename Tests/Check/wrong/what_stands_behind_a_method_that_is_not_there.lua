local bh = require "bindhost"
local ui = bh.ui
local m = bh.model("m", { on = false, n = 1 })
m.n = 2
m:sett { n = 3 }
bh.show(ui.column {
  ui.toggle { label = "b", value = m.on },
  ui.button { title = "x", on_press = "go" },
  ui.label { "hi", visible = "yes" },
  "text",
})
print(("%d"):format(m.n), m "nn":get())
-- finds 4: error: Ref: 'n' cannot be assigned [bind.unknown_method]
-- finds 5:3: error: Ref: unknown method 'sett' (did you mean 'set'?) [bind.unknown_method]
-- finds 6: error: ui.column: element 4: a view expected, got string [bind.argument]
-- finds 7:38: error: Ref: unknown method 'on' [bind.unknown_method]
-- finds 8: error: ui.button: option 'on_press': function expected, got string [bind.argument]
-- finds 9: error: label#_4.visible: boolean expected, got string ("yes") [bind.type]
-- finds 12:23: error: Ref: unknown method 'n' [bind.unknown_method]
-- finds 12:30: error: m: unknown field 'nn' (did you mean 'n' or 'on'?) [bind.path]
