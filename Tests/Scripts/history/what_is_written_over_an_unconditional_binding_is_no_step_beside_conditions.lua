-- Contract 55: what is written by hand over what a binding without a condition has is no step, whether one with a condition has a place in it or not.
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
bh.on_error(function() end)
for _, kind in ipairs { "model", "optimistic", "pessimistic" } do
  for _, condition in ipairs { "none", "away", "there" } do
    local list, settled = make(kind, { { id = 1 } })
    local history = bh.history { cells = { list } }
    bh.bind(bh.bindable { { id = 1 } }, list)
    settled()
    if condition ~= "none" then
      local place = condition == "away" and list:by("id", 2) or list:by("id", 1) "n"
      bh.bind(bh.bindable(5), place, { when = bh.bindable(true), priority = 2 })
      settled()
    end
    list:insert(1, { id = 3 })
    settled()
    print(kind, condition, bh.json.encode(list:get()), history "can_undo":get())
  end
end
-- expect: model	none	[{"id":3},{"id":1}]	false
-- expect: model	away	[{"id":3},{"id":1}]	false
-- expect: model	there	[{"id":3},{"id":1,"n":5}]	false
-- expect: optimistic	none	[{"id":3},{"id":1}]	false
-- expect: optimistic	away	[{"id":3},{"id":1}]	false
-- expect: optimistic	there	[{"id":3},{"id":1,"n":5}]	false
-- expect: pessimistic	none	[{"id":3},{"id":1}]	false
-- expect: pessimistic	away	[{"id":3},{"id":1}]	false
-- expect: pessimistic	there	[{"id":3},{"id":1,"n":5}]	false
