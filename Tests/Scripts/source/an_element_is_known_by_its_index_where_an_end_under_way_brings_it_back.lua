-- Contract 49: what is written by hand after an end to an element that the end brings back stands over what a binding in it has to say, by whatever
-- way both reach it, and before a source shows it.
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
  bh.bind(bh.bindable(30), list:by("id", 2) "k", { priority = 1 })
  bh.bind(bh.bindable { { id = 1 }, { id = 3 } }, list, { when = on, priority = 2 })
  settled()
  bh.transaction(function()
    on:set(false)
    list "[2].k":set(5)
  end)
  settled()
  print(kind, bh.json.encode(list:get()))
end
-- expect: model	[{"id":1},{"id":2,"k":5}]
-- expect: optimistic	[{"id":1},{"id":2,"k":5}]
-- expect: pessimistic	[{"id":1},{"id":2,"k":5}]
