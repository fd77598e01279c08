-- Contract 51, W-2: an element that only a refused write has shown has not gone: a binding appends to the list there.
local bh = require "bindhost"
bh.on_error(function(err) assert(err.id == "script.error", err.id) end)
local function make(kind, first)
  if kind == "model" then return bh.bindable(first), function() end, function() end end
  local out, refuses = first, false
  local list = bh.source {
    optimistic = kind == "optimistic", get = function() return out end,
    set = function(new)
      bh.sleep "1ms"
      if refuses then return nil, "no" end
      out = new
      return true
    end,
  }
  repeat bh.sleep "1ms" until list:has_value()
  return list, function() repeat bh.sleep "1ms" until list "$pending":get() == 0 end,
    function(answer) refuses = answer end
end
for _, kind in ipairs { "model", "optimistic", "pessimistic" } do
  local list, settled, refuse = make(kind, { { id = 9 }, { id = 1 } })
  local on = bh.bindable(false)
  bh.bind(bh.bindable { id = 2 }, list "[3]", { when = on })
  settled()
  if kind ~= "model" then
    refuse(true)
    list:insert(1, { id = 15 })
    refuse(false)
  end
  on:set(true)
  settled()
  print(kind, bh.json.encode(list:get()))
end
-- expect: model	[{"id":9},{"id":1},{"id":2}]
-- expect: optimistic	[{"id":9},{"id":1},{"id":2}]
-- expect: pessimistic	[{"id":9},{"id":1},{"id":2}]
