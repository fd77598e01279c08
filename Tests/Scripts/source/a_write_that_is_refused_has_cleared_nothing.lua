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
for _, way in ipairs { "index", "key" } do
  for _, kind in ipairs { "model", "optimistic", "pessimistic" } do
    local list, settled, refuse = make(kind, { { id = 1, z = { w = 5 } } })
    local element = way == "key" and list:by("id", 1) or list "[1]"
    local made, plain = element:at("z.w", { create = true }), element "z.w"
    if kind ~= "model" then
      refuse(true)
      print(way, kind, made:set(nil) == nil)
      refuse(false)
    end
    element "z":set(nil)
    settled()
    print(way, kind, made:get(), plain:get(), plain:detached())
  end
end
-- expect: index	model	5	5	true
-- expect: index	optimistic	true
-- expect: index	optimistic	5	5	true
-- expect: index	pessimistic	true
-- expect: index	pessimistic	5	5	true
-- expect: key	model	5	5	true
-- expect: key	optimistic	true
-- expect: key	optimistic	5	5	true
-- expect: key	pessimistic	true
-- expect: key	pessimistic	5	5	true
