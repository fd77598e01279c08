-- args: --once --ui=plain
-- The final state is what stands when everything that was asked for has come, also what is asked for only then; nothing
-- flickers, because nobody watches.
local bh = require "bindhost"
local ui = bh.ui
local list = bh.loadable("list", { load = function() bh.sleep "20ms" return { "a", "b" } end })
local detail = bh.loadable("detail", { load = function() bh.sleep "10ms" return "more" end })
local tries = 0
local flaky = bh.loadable("flaky", { retry = { max = 1, base = "10ms" }, load = function()
  tries = tries + 1
  if tries == 1 then return nil, { kind = "network", message = "not now" } end
  return "at last"
end })
local broken = bh.loadable("broken", { retry = 0, load = function() return nil, { kind = "http", message = "no" } end })
local box = bh.source { get = function() return 1 end, set = function() bh.sleep "10ms" return true end }
box:set(2)
local function words(text) return function() return ui.label(text) end end
bh.show(ui.column {
  ui.async { source = list, loading = words "loading", loaded = function(l)
    return ui.column { ui.label(#l .. " things"),
      ui.async { source = detail, loading = words "loading", loaded = ui.label } }
  end },
  ui.async { source = flaky, loading = words "loading", loaded = ui.label },
  ui.async { source = broken, loading = words "loading", loaded = ui.label,
    failed = function(err) return ui.label("failed: " .. err.message) end },
  ui.label(box:map(function(n) return "box " .. n end)),
}, { title = "Once" })
-- expect: == Once ==
-- expect: 2 things
-- expect: more
-- expect: at last
-- expect: failed: no
-- expect: box 2
-- exit: 0
