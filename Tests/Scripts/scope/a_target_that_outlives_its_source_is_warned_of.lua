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
-- What is made in the scope of its source, or in one inside, lives no longer than that.
bh.scope("page", function()
  local field = bh.ui.text_field { value = bh.bindable("typed") }
  local copy, page = bh.bindable(""), bh.model("page", { text = "", inner = { text = "" } })
  bh.bind(field "value", copy)
  bh.bind(field "value", page "inner.text")
  bh.link(field "value", page "text")
  bh.scope("part", function()
    local part = bh.bindable("")
    bh.bind(field "value", part)
    print(part:get(), copy:get(), page "text":get(), page "inner.text":get())
  end)
end):close()
-- expect: typed	typed	typed	typed
-- Younger than the scope is not made in it.
local signal = bh.bindable(0)
bh.scope("early", function()
  local field = bh.ui.label "early"
  signal:observe(function(late) if late ~= 0 then bh.bind(field "text", bh.open(late) "text") end end)  -- expect warning: bind.lifetime
end)
local late = bh.model("late", { text = "" })
signal:set("late")
print(late "text":get())                     -- expect: early
-- A view that is made with it is bound like any other target.
local field
local screen = bh.scope("screen", function()
  field = bh.ui.text_field { value = "there" }
  bh.ui.label { text = field "value" }
end)
local label = bh.ui.label { text = field "value" }  -- expect warning: bind.lifetime
bh.ui.text_field { value = field "value" }          -- expect warning: bind.lifetime
screen:close()
print(label "text":get())                    -- expect: there
