-- Contract 49: what goes on below an end makes nothing again that was taken out by hand in the same transaction, as what a higher binding had
-- made.
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
  local on = bh.bindable(true)
  bh.bind(bh.bindable { { id = 1, n = 20 } }, list, { priority = 1 })
  bh.bind(bh.bindable(30), list:at("[1].z.w", { create = true }), { priority = 2 })
  bh.bind(bh.bindable(40), list "[1].m", { when = on, priority = 3 })
  settled()
  print(kind, bh.json.encode(list:get()))
  bh.transaction(function()
    list "[1].z":set(nil)
    on:set(false)
  end)
  settled()
  print(kind, bh.json.encode(list:get()))
end
-- expect: model	[{"id":1,"m":40,"n":20,"z":{"w":30}}]
-- expect: model	[{"id":1,"n":20}]
-- expect: optimistic	[{"id":1,"m":40,"n":20,"z":{"w":30}}]
-- expect: optimistic	[{"id":1,"n":20}]
-- expect: pessimistic	[{"id":1,"m":40,"n":20,"z":{"w":30}}]
-- expect: pessimistic	[{"id":1,"n":20}]
