-- Contract 49: an element that is appended by its place in the transaction in which a binding takes the list comes back with the end of that.
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
  local list, settled = make(kind, { { id = 1 } })
  local on = bh.bindable(false)
  bh.bind(bh.bindable { { id = 3 } }, list, { when = on })
  settled()
  bh.transaction(function()
    list "[2]":set { id = 11 }
    on:set(true)
  end)
  settled()
  print(kind, bh.json.encode(list:get()))
  on:set(false)
  settled()
  print(kind, bh.json.encode(list:get()))
end
-- expect: model	[{"id":3}]
-- expect: model	[{"id":1},{"id":11}]
-- expect: optimistic	[{"id":3}]
-- expect: optimistic	[{"id":1},{"id":11}]
-- expect: pessimistic	[{"id":3}]
-- expect: pessimistic	[{"id":1},{"id":11}]
