local bh = require "bindhost"
bh.ui.label { text = "x", visibel = true }
-- expect error: ui.unknown_option
-- expect stderr: unknown option 'visibel' (did you mean 'visible'?)
-- expect stderr: unknown_option_names_the_nearest.lua:2:27
-- expect stderr: ^^^^^^^
-- exit: 1
