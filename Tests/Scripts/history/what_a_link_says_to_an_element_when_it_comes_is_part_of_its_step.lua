-- Contract 55: what a link says to an element as soon as that is there is one step with it, also in a source that shows the element later.
local bh = require "bindhost"
bh.on_error(function(err) assert(err.id == "bind.detached", err.message) end)
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
  local list, settled = make(kind, {})
  local history, says = bh.history { cells = { list } }, bh.bindable(5)
  local link = bh.link(says, list:by("id", 1) "n")
  list:push { id = 1, n = 1 }
  settled()
  print(kind, bh.json.encode(list:get()), link "status":get())
  history:undo()
  settled()
  print(kind, #list:get(), history "can_undo":get(), history "can_redo":get())
end
-- expect: model	[{"id":1,"n":5}]	ok
-- expect: model	0	false	true
-- expect: optimistic	[{"id":1,"n":5}]	ok
-- expect: optimistic	0	false	true
-- expect: pessimistic	[{"id":1,"n":5}]	ok
-- expect: pessimistic	0	false	true
