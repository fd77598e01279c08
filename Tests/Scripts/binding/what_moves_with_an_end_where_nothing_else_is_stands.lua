-- Contract 49: what is written by hand with the end of a binding, after it, and moves another element to its place, stands over what goes on there
-- next, also where nothing is there without the binding; in a bindable as in a source.
local bh = require "bindhost"
bh.on_error(function(err) assert(err.id == "bind.overwritten", err.message) end)
local function run(kind, change)
  local first = { { id = 0 } }
  local out, list = first, bh.bindable(first)
  local function settled() end
  if kind ~= "model" then
    list = bh.source {
      optimistic = kind == "optimistic", get = function() return out end,
      set = function(new)
        bh.sleep "1ms"
        out = new
        return true
      end,
    }
    repeat bh.sleep "1ms" until list:has_value()
    settled = function() repeat bh.sleep "1ms" until list "$pending":get() == 0 end
  end
  local on = bh.bindable(true)
  bh.bind(bh.bindable { { id = 1 }, { id = 3 } }, list, { priority = 1 })
  settled()
  bh.bind(bh.bindable(40), list "[1].m", { when = on, priority = 2 })
  settled()
  bh.transaction(function()
    on:set(false)
    change(list)
  end)
  settled()
  print(kind, bh.json.encode(list:get()))
end
for _, kind in ipairs { "model", "optimistic", "pessimistic" } do
  run(kind, function(list) list:insert(1, { id = 9 }) end)
  run(kind, function(list) list:remove(1) end)
end
-- expect: model	[{"id":9},{"id":1},{"id":3}]
-- expect: model	[{"id":3}]
-- expect: optimistic	[{"id":9},{"id":1},{"id":3}]
-- expect: optimistic	[{"id":3}]
-- expect: pessimistic	[{"id":9},{"id":1},{"id":3}]
-- expect: pessimistic	[{"id":3}]
