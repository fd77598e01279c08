-- Contract 55: an element that a conditional binding has made, with others behind it by now, goes with its end, and that is no step.
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
  local list, settled = make(kind, { { id = 1 }, { id = 2 } })
  local history = bh.history { cells = { list } }
  local on = bh.bindable(true)
  bh.bind(bh.bindable(11), list:at("[3].p", { create = true }), { when = on })
  settled()
  list:push { id = 9 }
  settled()
  print(kind, bh.json.encode(list:get()), history "can_undo":get())
  on:set(false)
  settled()
  print(kind, bh.json.encode(list:get()))
  history:undo()
  settled()
  print(kind, bh.json.encode(list:get()), history "can_undo":get())
  history:redo()
  settled()
  print(kind, bh.json.encode(list:get()))
end
-- expect: model	[{"id":1},{"id":2},{"p":11},{"id":9}]	true
-- expect: model	[{"id":1},{"id":2},{"id":9}]
-- expect: model	[{"id":1},{"id":2}]	false
-- expect: model	[{"id":1},{"id":2},{"id":9}]
-- expect: optimistic	[{"id":1},{"id":2},{"p":11},{"id":9}]	true
-- expect: optimistic	[{"id":1},{"id":2},{"id":9}]
-- expect: optimistic	[{"id":1},{"id":2}]	false
-- expect: optimistic	[{"id":1},{"id":2},{"id":9}]
-- expect: pessimistic	[{"id":1},{"id":2},{"p":11},{"id":9}]	true
-- expect: pessimistic	[{"id":1},{"id":2},{"id":9}]
-- expect: pessimistic	[{"id":1},{"id":2}]	false
-- expect: pessimistic	[{"id":1},{"id":2},{"id":9}]
