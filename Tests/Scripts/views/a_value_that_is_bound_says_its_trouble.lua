-- args: --ui=plain
-- Of what is shown of a loadable without a ui.async: why it is not there, or not the newest. An attempt on its way says nothing.
local bh = require "bindhost"
local ui = bh.ui
local answers = { false, "one", false, "two" }
local n = 0
local feed = bh.loadable("feed", { retry = 0, load = function()
  n = n + 1
  bh.sleep "1ms"
  if not answers[n] then return nil, "down" end
  return answers[n]
end })
local scope
scope = bh.scope(function()
  bh.show(ui.column {
    ui.label { a11y = "Feed", text = feed "value" },
    ui.text_field { label = "Field", value = feed "value" },
    ui.panel { title = "Said around it", ui.async { source = feed,
      loaded = function() return ui.label(feed "value") end, failed = function() return ui.label "it failed" end } },
  })
  -- expect: Field, text field, empty, read-only
  -- expect: Said around it
  bh.go(function()
    feed:await()
    -- expect: Feed: (failed: down)
    -- expect: Field, text field, empty, read-only, failed: down
    -- expect: Said around it: it failed
    bh.sleep "50ms"
    feed:load()
    feed:await()
    -- expect: Feed: one
    -- expect: Field, text field, one, read-only
    -- expect: Said around it: one
    bh.sleep "50ms"
    feed:refresh()
    feed:await()
    -- expect: Feed: one (out of date: down)
    -- expect: Field, text field, one, read-only, out of date: down
    -- expect: Said around it: (out of date: down)
    bh.sleep "50ms"
    feed:refresh()
    feed:await()
    -- expect: Feed: two
    -- expect: Field, text field, two, read-only
    -- expect: Said around it: two
    bh.sleep "50ms"
    scope:close()
  end)
end)
