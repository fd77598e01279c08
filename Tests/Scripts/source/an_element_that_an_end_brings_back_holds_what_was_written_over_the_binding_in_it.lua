-- Contract 49: where an end brings an element back, what was written by hand over a higher binding in it stands there, as it stood when the
-- element went; a pessimistic source that does not show it yet is asked for that, too.
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
  local list, settled = make(kind, { { id = 1, n = 1 }, { id = 2, n = 2 } })
  local on = bh.bindable(true)
  bh.bind(bh.bindable { { id = 1, n = 20 } }, list, { when = on, priority = 1 })
  settled()
  bh.bind(bh.bindable(30), list:by("id", 1) "n", { priority = 2 })
  settled()
  list:by("id", 1) "n":set(1000)
  settled()
  list:remove(1)
  settled()
  on:set(false)
  settled()
  print(kind, bh.json.encode(list:get()))
end
-- expect: model	[{"id":1,"n":1000},{"id":2,"n":2}]
-- expect: optimistic	[{"id":1,"n":1000},{"id":2,"n":2}]
-- expect: pessimistic	[{"id":1,"n":1000},{"id":2,"n":2}]
