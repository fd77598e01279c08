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
for _, way in ipairs { "index", "key" } do
  for _, kind in ipairs { "model", "optimistic", "pessimistic" } do
    local list, settled = make(kind, { { id = 1 } })
    local on = bh.bindable(true)
    local element = way == "key" and list:by("id", 1) or list "[1]"
    local made, plain = element:at("z.w", { create = true }), element "z.w"
    local seen = {}
    made:observe(function(value) seen[#seen + 1] = tostring(value) end)
    bh.bind(bh.bindable(40), made, { when = on })
    settled()
    on:set(false)
    settled()
    print(way, kind, made:get(), plain:get(), table.concat(seen, " "), bh.json.encode(list:get()))
  end
end
-- expect: index	model	nil	nil	nil 40 nil	[{"id":1}]
-- expect: index	optimistic	nil	nil	nil 40 nil	[{"id":1}]
-- expect: index	pessimistic	nil	nil	nil 40 nil	[{"id":1}]
-- expect: key	model	nil	nil	nil 40 nil	[{"id":1}]
-- expect: key	optimistic	nil	nil	nil 40 nil	[{"id":1}]
-- expect: key	pessimistic	nil	nil	nil 40 nil	[{"id":1}]

-- A field that an element holds no more has held nothing last when what is around it goes.
for _, way in ipairs { "index", "key" } do
  local list = bh.bindable { { id = 1, z = { w = 5 } } }
  local element = way == "key" and list:by("id", 1) or list "[1]"
  local place = element "z.w"
  print(way, place:get())
  element "z":set { v = 1 }
  print(way, place:get())
  element "z":set(nil)
  print(way, place:get())
end
-- expect: index	5
-- expect: index	nil
-- expect: index	nil
-- expect: key	5
-- expect: key	nil
-- expect: key	nil
