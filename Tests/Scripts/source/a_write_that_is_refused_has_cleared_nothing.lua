-- Contract 51: a place that a refused write was to empty holds what it held last when it goes, however it is held.
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
  local list, settled, refuse = make(kind, { { id = 1, z = { w = 5 } } })
  local made, plain = list:at("[1].z.w", { create = true }), list "[1].z.w"
  if kind ~= "model" then
    refuse(true)
    print(kind, made:set(nil) == nil)
    refuse(false)
  end
  list "[1].z":set(nil)
  settled()
  print(kind, made:get(), plain:get(), plain:detached())
end
-- expect: model	5	5	true
-- expect: optimistic	true
-- expect: optimistic	5	5	true
-- expect: pessimistic	true
-- expect: pessimistic	5	5	true
