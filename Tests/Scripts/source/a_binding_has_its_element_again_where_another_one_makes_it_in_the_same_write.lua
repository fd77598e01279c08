-- Contract 49, 51: a binding whose element is removed in the wave in which it delivers, and another binding makes it anew, delivers to that one, also a
-- field that it does not have yet.
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
  local on, says = bh.bindable(false), bh.bindable(30)
  bh.bind(bh.bindable(20), list:at("[1].z", { create = true }), { when = on, priority = 1 })
  local binding = bh.bind(says, list "[1].m", { priority = 2 })
  settled()
  bh.transaction(function()
    on:set(true)
    says:set(31)
    list:remove(1)
  end)
  settled()
  print(kind, bh.json.encode(list:get()), binding "status":get())
end
-- expect: model	[{"m":31,"z":20}]	ok
-- expect: optimistic	[{"m":31,"z":20}]	ok
-- expect: pessimistic	[{"m":31,"z":20}]	ok
