-- Contract 49: where two conditions end in one transaction, and the outer one brings back what the other has a place in, both places get back what they
-- had.
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
  local list, settled = make(kind, { { id = 1, n = 1 }, { id = 2 } })
  local outer, inner = bh.bindable(false), bh.bindable(true)
  bh.bind(bh.bindable { { id = 3 } }, list, { when = outer, priority = 1 })
  bh.bind(bh.bindable(30), list:by("id", 1) "n", { when = inner, priority = 2 })
  settled()
  outer:set(true)
  settled()
  print(kind, bh.json.encode(list:get()))
  bh.transaction(function()
    outer:set(false)
    inner:set(false)
  end)
  settled()
  print(kind, bh.json.encode(list:get()))
end
-- expect: model	[{"id":3}]
-- expect: model	[{"id":1,"n":1},{"id":2}]
-- expect: optimistic	[{"id":3}]
-- expect: optimistic	[{"id":1,"n":1},{"id":2}]
-- expect: pessimistic	[{"id":3}]
-- expect: pessimistic	[{"id":1,"n":1},{"id":2}]
