-- Contract 55: what a one-way binding gives to a place of a source is no step, as in a model; what is written by hand beside it is one.
local bh = require "bindhost"
for _, kind in ipairs { "model", "source" } do
  local out = { a = 1, z = 0 }
  local cell = kind == "model" and bh.bindable(out) or bh.source { get = function() return out end, set = function(new)
    bh.sleep "1ms"
    out = new
    return true
  end }
  local function quiet()
    if kind == "source" then repeat bh.sleep "1ms" until cell "$pending":get() == 0 end
  end
  bh.sleep "1ms"
  local history, low = bh.history { cells = { cell } }, bh.bindable(5)
  bh.bind(low, cell "a")
  quiet()
  print(kind, bh.json.encode(cell:get()), history "can_undo":get())
  low:set(6)
  quiet()
  cell "z":set(3)
  quiet()
  history:undo()
  quiet()
  print(kind, bh.json.encode(cell:get()), history "can_undo":get())
end
-- expect: model	{"a":5,"z":0}	false
-- expect: model	{"a":6,"z":0}	false
-- expect: source	{"a":5,"z":0}	false
-- expect: source	{"a":6,"z":0}	false
