-- args: --ui=plain
-- LUA_API "ui.async": what bindhost raised inside a loader is an err table in `failed`, and its words stand on the screen.
local bh = require "bindhost"
local ui = bh.ui
local m = bh.model("m", { x = 1 })
local function broken() return bh.loadable { retry = 0, load = function() return m "q":get() end } end
local scope = bh.scope(function()
  bh.show(ui.column {
    ui.async { id = "own", source = broken(), loaded = function() return ui.label "ok" end, failed = function(e)
      print(e.id, e.kind, e.message)
      return ui.label("E " .. e.id)
    end },
    ui.async { id = "default", source = broken(), loaded = function() return ui.label "ok" end },
  }, { title = "T" })
end)
bh.sleep "50ms"
scope:close()
-- expect: == T ==
-- expect: bind.path	programming	m: unknown field 'q'
-- expect: E bind.path
-- expect: Failed: m: unknown field 'q'
-- expect: Retry, button
