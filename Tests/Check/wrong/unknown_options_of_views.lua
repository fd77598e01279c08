local bh = require "bindhost"
local ui = bh.ui
local volume = bh.bindable(0.4)
bh.show(ui.column {
  ui.slider { value = volume, stpe = 0.05 },
  ui.label { txet = "Hello" },
  ui.button { title = "Go", on_pres = function() end },
})
-- finds 5:31: error: ui.slider: unknown option 'stpe' (did you mean 'step'?) [ui.unknown_option]
-- finds 6:14: error: ui.label: unknown option 'txet' (did you mean 'text'?) [ui.unknown_option]
-- finds 7:29: error: ui.button: unknown option 'on_pres' (did you mean 'on_press'?) [ui.unknown_option]
