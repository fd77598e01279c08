local bh = require "bindhost"
local m = bh.model("m", { text = "", copy = "" })
bh.bind(bh.ui.label "top" "text", m "text")
print(m "text":get())                        -- expect: top
bh.scope("panel", function()
  local inner = bh.ui.label "inner"
  bh.bind(inner "text", bh.ui.label "" "text")
  bh.bind(inner "text":map(string.upper), m "copy")  -- expect warning: bind.lifetime
end):close()
print(m "copy":get())                        -- expect: INNER
