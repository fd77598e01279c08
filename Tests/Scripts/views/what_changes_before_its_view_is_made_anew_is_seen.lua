-- args: --ui=plain
-- A view that follows a value, inside a body that the same value makes anew: the value is news although both views have it.
local bh = require "bindhost"
local ui = bh.ui
local round = bh.bindable(1)
local n = 0
local feed = bh.loadable("feed", { load = function() n = n + 1 return "answer " .. n end })
local scope
scope = bh.scope(function()
  bh.show(ui.column {
    ui.when(round, function() return ui.label(round:map(function(r) return "round " .. r end)) end),
    ui.async { source = feed, loaded = function() return ui.label(feed "value") end },
  })
  -- expect: round 1
  bh.go(function()
    bh.sleep "50ms"             -- expect: answer 1
    round:set(2)                -- expect: round 2
    bh.sleep "200ms"            -- it is shown meanwhile
    feed:refresh()
    feed:await()                -- expect: answer 2
    bh.sleep "50ms"
    scope:close()
  end)
end)
