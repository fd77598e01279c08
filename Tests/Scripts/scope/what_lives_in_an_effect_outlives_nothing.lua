-- Contract 36: a target made in an effect is shorter-lived than the views of the scope around it: no warning. The other way
-- round there is one.
local bh = require "bindhost"
local a = bh.bindable(1)
bh.scope("panel", function()
  local outer = bh.ui.label "outer"
  bh.effect(function()
    local v = a:get()
    local inner = bh.ui.label("inner " .. v)
    bh.bind(outer "text", bh.ui.label "" "text")
    if v == 2 then bh.bind(inner "text", outer "text") end  -- expect warning: bind.lifetime
  end)
  a:set(2)
  print(outer("text"):get())                 -- expect: inner 2
end)
