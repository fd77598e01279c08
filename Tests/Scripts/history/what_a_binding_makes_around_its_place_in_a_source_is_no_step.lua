-- Contract 55: what an unconditional binding makes around its place in a source is no step of a history, and redo stays, as in a bindable.
local bh = require "bindhost"
local function make(kind, first)
  if kind == "model" then return bh.bindable(first), function() end end
  local out = first
  local list = bh.source {
    optimistic = kind == "optimistic", get = function() return out end,
    set = function(new)
      bh.sleep "1ms"
      out = new
      return true
    end,
  }
  repeat bh.sleep "1ms" until list:has_value()
  return list, function() repeat bh.sleep "1ms" until list "$pending":get() == 0 end
end
for _, kind in ipairs { "model", "optimistic", "pessimistic" } do
  local settings, settled = make(kind, { size = 10 })
  local history = bh.history { cells = { settings } }
  settings "size":set(12)
  settled()
  history:undo()
  settled()
  bh.bind(bh.bindable(80), settings:at("window.w", { create = true }))
  settled()
  print(kind, history "can_undo":get(), history "can_redo":get())
  history:redo()
  settled()
  print(kind, settings "size":get(), settings "window.w":get())
end
-- expect: model	false	true
-- expect: model	12	80
-- expect: optimistic	false	true
-- expect: optimistic	12	80
-- expect: pessimistic	false	true
-- expect: pessimistic	12	80
