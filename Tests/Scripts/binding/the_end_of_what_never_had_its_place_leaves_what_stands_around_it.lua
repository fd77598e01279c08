-- Contract 49: a binding whose place has never been there gives nothing back when it ends: what is written by hand around it stands.
local bh = require "bindhost"
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
bh.on_error(function() end)
for _, kind in ipairs { "model", "optimistic", "pessimistic" } do
  for _, way in ipairs { "condition", "stop", "once more", "beside news" } do
    local list, settled = make(kind, { { id = 1 } })
    local lower = bh.bindable { { id = 3 } }
    bh.bind(lower, list, { priority = 1 })
    settled()
    local on = bh.bindable(true)
    local binding = bh.bind(bh.bindable { id = 1 }, list "[3]", { when = on, priority = 2 })
    settled()
    list:set { { id = 7 } }
    settled()
    bh.transaction(function()
      if way == "once more" then
        on:set(false)
        list:set { { id = 8 } }
        on:set(true)
      elseif way == "beside news" then
        lower:set { { id = 4 } }
      elseif way == "stop" then
        binding:stop()
      end
    end)
    settled()
    on:set(false)
    settled()
    print(kind, way, bh.json.encode(list:get()))
  end
end
-- expect: model	condition	[{"id":7}]
-- expect: model	stop	[{"id":7}]
-- expect: model	once more	[{"id":8}]
-- expect: model	beside news	[{"id":4}]
-- expect: optimistic	condition	[{"id":7}]
-- expect: optimistic	stop	[{"id":7}]
-- expect: optimistic	once more	[{"id":8}]
-- expect: optimistic	beside news	[{"id":4}]
-- expect: pessimistic	condition	[{"id":7}]
-- expect: pessimistic	stop	[{"id":7}]
-- expect: pessimistic	once more	[{"id":8}]
-- expect: pessimistic	beside news	[{"id":4}]
