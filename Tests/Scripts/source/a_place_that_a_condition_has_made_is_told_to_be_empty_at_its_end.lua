-- Contract 49: a place that a conditional binding has made with what is around it holds nothing after the end, and whoever looks at it is told,
-- whether what he holds makes what is missing around it or not.
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
  local made, plain = list:at("[1].z.w", { create = true }), list "[1].z.w"
  local seen = {}
  made:observe(function(value) seen[#seen + 1] = tostring(value) end)
  bh.bind(bh.bindable(40), made, { when = on })
  settled()
  on:set(false)
  settled()
  print(kind, made:get(), plain:get(), table.concat(seen, " "), bh.json.encode(list:get()))
end
-- expect: model	nil	nil	nil 40 nil	[{"id":1}]
-- expect: optimistic	nil	nil	nil 40 nil	[{"id":1}]
-- expect: pessimistic	nil	nil	nil 40 nil	[{"id":1}]
