local bh = require "bindhost"
local ui = bh.ui
bh.show(ui.column {
  ui.slider { label = "Volume", value = 0.5,
    stpe = 0.05 },
})
local feed = bh.loadable {
  laod = function() end,
}
return feed
-- finds 5:5: error: ui.slider: unknown option 'stpe' (did you mean 'step'?) [ui.unknown_option]
-- finds 8:3: error: bh.loadable: unknown option 'laod' (did you mean 'load'?) [bind.unknown_option]
