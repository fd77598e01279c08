-- args: --ui=plain
-- Nothing is loaded before the view is shown; retry is a function for a button; a skeleton is no value.
local bh = require "bindhost"
local ui = bh.ui
local wait_for = require "_wait_for"
local calls, answer = 0, nil
local thing = bh.loadable("thing", { retry = 0, load = function()
  calls = calls + 1
  bh.sleep(0.01)
  if not answer then return nil, "no answer" end
  return answer
end })
local view
local scope = bh.scope(function() view = ui.async {
  source = thing, delay = 0, min_show = 0,
  loading = function() return ui.label "asking" end,
  failed = function(err, retry)
    bh.after(0.01, function() answer = "here" retry() end)
    return ui.row { ui.label("failed: " .. err.message), ui.button { title = "Again", on_press = retry } }
  end,
  loaded = function(value) return ui.label(value) end,
} end)
print(calls, view "face":get())   -- expect: 0	idle
bh.show(view)
bh.go(function()
  wait_for(function() return calls == 2 and view "face":get() == "loaded" end)
  bh.sleep(0)  -- what has changed in a turn is shown at its end
  -- expect: asking
  -- expect: failed: no answer
  -- expect: Again, button
  -- expect: asking
  -- expect: here
  print(calls, view "face":get()) -- expect: 2	loaded
  answer = nil
  thing:refresh()
  wait_for(function() return view "face":get() == "degraded" end)
  bh.sleep(0)
  -- expect: (out of date: no answer)
  print(view "face":get(), view "reason":get())   -- expect: degraded	no answer
  scope:close()
end)
