-- Contract 49: two conditions that begin in the transaction of a write by key look at where that has written; the places in the element are made there.
local bh = require "bindhost"
bh.on_error(function(err) assert(err.id == "bind.nil_hop", err.message) end)
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
  local list, settled = make(kind, { { id = 1 }, { id = 2 }, { id = 3 } })
  local a, b = bh.bindable(false), bh.bindable(false)
  bh.bind(bh.bindable { q = 51 }, list "[1].k", { when = a, priority = 1 })
  bh.bind(bh.bindable(11), list "[2].k.p", { when = b, priority = 2 })
  settled()
  bh.transaction(function()
    list:by("id", 3):at("k.p", { create = true }):set(13)
    a:set(true)
    b:set(true)
  end)
  settled()
  print(kind, bh.json.encode(list:get()))
end
-- expect: model	[{"id":1,"k":{"q":51}},{"id":2},{"id":3,"k":{"p":13}}]
-- expect: optimistic	[{"id":1,"k":{"q":51}},{"id":2},{"id":3,"k":{"p":13}}]
-- expect: pessimistic	[{"id":1,"k":{"q":51}},{"id":2},{"id":3,"k":{"p":13}}]
