-- Contract 49: what is written to a place in the wave that takes it away stood there last, also in a source that has never shown it: a binding's
-- value and what was written by hand come back with the place.
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
  local list, settled = make(kind, { { id = 1 }, { id = 2, k = { p = 1 } } })
  local on, says = bh.bindable(false), bh.bindable(40)
  bh.bind(bh.bindable { id = 3 }, list "[2]", { when = on, priority = 1 })
  bh.bind(says, list "[2].k.p", { priority = 2 })
  settled()
  bh.transaction(function()
    on:set(true)
    says:set(41)
  end)
  settled()
  print(kind, bh.json.encode(list:get()))
  on:set(false)
  settled()
  print(kind, bh.json.encode(list:get()))
end
-- expect: model	[{"id":1},{"id":3}]
-- expect: model	[{"id":1},{"id":2,"k":{"p":41}}]
-- expect: optimistic	[{"id":1},{"id":3}]
-- expect: optimistic	[{"id":1},{"id":2,"k":{"p":41}}]
-- expect: pessimistic	[{"id":1},{"id":3}]
-- expect: pessimistic	[{"id":1},{"id":2,"k":{"p":41}}]

for _, kind in ipairs { "model", "optimistic", "pessimistic" } do
  local list, settled = make(kind, { { id = 1 }, { id = 2 } })
  local on = bh.bindable(false)
  bh.bind(bh.bindable { { id = 3 } }, list, { when = on, priority = 1 })
  bh.bind(bh.bindable(40), list:by("id", 2) "k", { priority = 2 })
  settled()
  bh.transaction(function()
    list:remove(2)
    list:push { id = 2, n = 5 }
    on:set(true)
  end)
  settled()
  on:set(false)
  settled()
  print(kind, bh.json.encode(list:get()))
end
-- expect: model	[{"id":1},{"id":2,"n":5}]
-- expect: optimistic	[{"id":1},{"id":2,"n":5}]
-- expect: pessimistic	[{"id":1},{"id":2,"n":5}]

-- What is written by hand in one transaction is one step.
for _, kind in ipairs { "model", "optimistic", "pessimistic" } do
  local list, settled = make(kind, { { id = 1 }, { id = 2 } })
  local on = bh.bindable(true)
  bh.bind(bh.bindable { { id = 1 } }, list, { when = on, priority = 1 })
  settled()
  bh.bind(bh.bindable(30), list:by("id", 1) "n", { priority = 2 })
  settled()
  bh.transaction(function()
    list:by("id", 1) "n":set(1000)
    list:remove(1)
  end)
  settled()
  on:set(false)
  settled()
  print(kind, bh.json.encode(list:get()))
end
-- expect: model	[{"id":1,"n":30},{"id":2}]
-- expect: optimistic	[{"id":1,"n":30},{"id":2}]
-- expect: pessimistic	[{"id":1,"n":30},{"id":2}]

-- What the outside has there in between is newer.
do
  local out = { { id = 1 }, { id = 2, k = { p = 1 } } }
  local list = bh.source { get = function() return out end, set = function(new) out = new return true end }
  repeat bh.sleep "1ms" until list:has_value()
  local on, says = bh.bindable(false), bh.bindable(40)
  bh.bind(bh.bindable { id = 3 }, list "[2]", { when = on, priority = 1 })
  local binding = bh.bind(says, list "[2].k.p", { priority = 2 })
  local function settled() repeat bh.sleep "1ms" until list "$pending":get() == 0 end
  local function tell(new)
    out = new
    list:refresh()
    repeat bh.sleep "1ms" until bh.json.encode(list:get()) == bh.json.encode(new)
  end
  settled()
  bh.transaction(function()
    on:set(true)
    says:set(41)
  end)
  settled()
  binding:pause()
  tell { { id = 1 }, { id = 3, k = { p = 7 } } }
  tell { { id = 1 }, { id = 3 } }
  on:set(false)
  settled()
  print(bh.json.encode(list:get()))         -- expect: [{"id":1},{"id":2,"k":{"p":7}}]
end
