-- Contract 49: where an end brings back other elements a binding by their place leaves them as they are: a field that the one there does not have is
-- nil, and not what the one before it had.
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
  local list, settled = make(kind, { { id = 1 }, { id = 2 }, { id = 3 } })
  local on = bh.bindable(true)
  bh.bind(bh.bindable { { id = 1 }, { id = 3 } }, list, { when = on, priority = 1 })
  settled()
  bh.bind(bh.bindable(30), list "[1].m", { priority = 2 })
  settled()
  list:insert(1, { id = 9 })
  settled()
  list:remove(1)
  settled()
  print(kind, bh.json.encode(list:get()))
  bh.transaction(function()
    on:set(false)
    list:remove(1)
  end)
  settled()
  print(kind, bh.json.encode(list:get()))
end
-- expect: model	[{"id":1,"m":30},{"id":3}]
-- expect: model	[{"id":2},{"id":3}]
-- expect: optimistic	[{"id":1,"m":30},{"id":3}]
-- expect: optimistic	[{"id":2},{"id":3}]
-- expect: pessimistic	[{"id":1,"m":30},{"id":3}]
-- expect: pessimistic	[{"id":2},{"id":3}]
