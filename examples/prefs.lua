-- Application state in one place: every script that requires it shares it, also from another process.
local bh = require "bindhost"

return bh.state("prefs", { theme = "dark", rating = 0, touch_id = false }, {
  version = 2,
  migrate = function(old, from)
    if from < 2 then old.theme = old.dark and "dark" or "light" end
    return old
  end,
})
