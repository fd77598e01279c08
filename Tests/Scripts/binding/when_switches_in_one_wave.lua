-- CONTRACT 0 and 49: whoever observes the target never sees a value between the two bindings.
local bh = require "bindhost"
local m = bh.model("m", { day = "sun", night = "moon", sky = "", is_night = false })
bh.bind(m "day", m "sky")
bh.bind(m "night", m "sky", { when = m "is_night", priority = 1 })
m("sky"):observe(function(sky) print(sky, m("is_night"):get()) end)   -- expect: sun	false
m:update { is_night = true, night = "stars" }                         -- expect: stars	true
m:update { is_night = false, day = "clouds" }                         -- expect: clouds	false
