-- args: --ui=plain --once
-- Each control in words; a derived value makes it read-only, bh.oneway too.
local bh = require "bindhost"
local ui = bh.ui
local n = bh.bindable(3)
local field = ui.text_field { label = "Name", value = n:map(tostring) }
print(field "read_only":get())                       -- expect: true
print(ui.slider { value = bh.oneway(n) } "read_only":get(), ui.slider { value = n, max = 9 } "read_only":get())
-- expect: true	false
print(pcall(function() field "status":set "x" end))
-- expect: false	bind.read_only: controls_say_how_they_stand.lua:10: text_field#_1.status is derived and cannot be written
bh.show(ui.column {
  field,
  ui.text_area { label = "Text", value = "one\ntwo" },
  ui.text_field { label = "Empty" },
  ui.toggle { label = "Armed", value = true },
  ui.select { label = "Theme", value = "d", options = { { value = "d", label = "Dark" }, "light" } },
  ui.button { title = "Go", enabled = false },
  ui.progress { label = "Copy", value = { done = 3, total = 4, unit = "files" } },
  ui.progress { label = "Load", value = 0.5 },
  ui.progress { label = "Wait" },
  ui.image { source = "a.png", alt = "a cat" },
  ui.chart { label = "Load", values = { 1, 3, 2 } },
  ui.list { label = "Todo", items = { "a", "b" }, value = "b" },
  ui.log { lines = { "x", "y" } },
  ui.tabs { ui.panel { title = "One", ui.label "first" }, ui.panel { title = "Two", ui.label "second" } },
  ui.grid { columns = 3, ui.label "in a grid" },
  ui.scroll { ui.label "in a scroll" },
  ui.dialog { title = "Sure?", open = false, ui.label "hidden" },
})
-- expect: Name, text field, 3, read-only
-- expect: Text, text area, one two
-- expect: Empty, text field, empty
-- expect: Armed, toggle, on
-- expect: Theme, select, Dark
-- expect: Go, button, disabled
-- expect: Copy, progress, 75 %, 3 of 4 files
-- expect: Load, progress, 50 %
-- expect: Wait, progress, under way
-- expect: a cat, image
-- expect: Load, chart, 2 (3 values, 1 to 3)
-- expect: Todo: a
-- expect: Todo: b, chosen
-- expect: x
-- expect: y
-- expect: tabs, One
-- expect: One: first
-- expect: in a grid
-- expect: in a scroll
