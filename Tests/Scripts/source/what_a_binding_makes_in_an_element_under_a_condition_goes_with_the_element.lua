-- Contract 49: what a higher binding without a condition makes in an element that a conditional one has is there without that, and moves with the
-- element; also in a source that has not shown it when it is confirmed.
local bh = require "bindhost"
bh.on_error(function(err) assert(err.id == "bind.overwritten" or err.id == "bind.detached", err.message) end)
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
  local on = bh.bindable(true)
  bh.bind(bh.bindable { id = 20 }, list "[2]", { when = on, priority = 1 })
  settled()
  bh.bind(bh.bindable(40), list:at("[2].z.w", { create = true }), { priority = 2 })
  settled()
  list:insert(1, { id = 9 })
  settled()
  on:set(false)
  settled()
  print(kind, bh.json.encode(list:get()))
end
-- expect: model	[{"id":9},{"id":1,"z":{"w":40}},{"id":2,"z":{"w":40}}]
-- expect: optimistic	[{"id":9},{"id":1,"z":{"w":40}},{"id":2,"z":{"w":40}}]
-- expect: pessimistic	[{"id":9},{"id":1,"z":{"w":40}},{"id":2,"z":{"w":40}}]

-- What it says where an element moves away makes nothing in the next one.
for _, kind in ipairs { "model", "optimistic", "pessimistic" } do
  local list, settled = make(kind, { { id = 1 }, { id = 2 }, { id = 3, k = { p = 1 } } })
  local on, says = bh.bindable(false), bh.bindable(20)
  bh.bind(says, list "[3].k.p", { priority = 1 })
  bh.bind(bh.bindable(40), list "[3].k.p", { when = bh.bindable(true), priority = 3 })
  bh.bind(bh.bindable { id = 30 }, list "[2]", { when = on, priority = 2 })
  settled()
  bh.transaction(function()
    says:set(21)
    list:insert(1, { id = 9 })
  end)
  settled()
  on:set(true)
  settled()
  print(kind, bh.json.encode(list:get()))
end
-- expect: model	[{"id":9},{"id":30},{"id":2},{"id":3,"k":{"p":20}}]
-- expect: optimistic	[{"id":9},{"id":30},{"id":2},{"id":3,"k":{"p":20}}]
-- expect: pessimistic	[{"id":9},{"id":30},{"id":2},{"id":3,"k":{"p":20}}]
