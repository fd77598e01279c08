local bh = require "bindhost"
local volume = bh.bindable(40)
local label = bh.ui.label { text = volume:map(function(v) return ("%d%%"):format(v) end) }
print(label("text"):get())   -- expect: 40%
volume:set("loud")           -- expect warning: bind.transform_failed
print(label("text"):get())   -- expect: 40%
volume:set(50)
print(label("text"):get())   -- expect: 50%
