-- Contract 37, 42: of both ends of a link that are written together the source wins; what is written elsewhere in what the source is a place of is
-- no write of that end, also where it answers later.
local bh = require "bindhost"
for _, kind in ipairs { "bindable", "optimistic", "pessimistic" } do
  local out = { a = 1, b = 2 }
  local s = kind == "bindable" and bh.bindable { a = 1, b = 2 } or bh.source {
    optimistic = kind == "optimistic", get = function() return out end, set = function(new)
      bh.sleep "1ms"
      out = new
      return true
    end,
  }
  local function quiet()
    if kind ~= "bindable" then repeat bh.sleep "1ms" until s "$pending":get() == 0 end
  end
  bh.sleep "1ms"
  local v = bh.bindable()
  bh.link(s "a", v)
  quiet()
  local function show()
    quiet()
    print(kind, bh.json.encode(s:get()), v:get())
  end
  bh.transaction(function()
    v:set(13)
    s "b":set(14)
  end)
  show()
  bh.transaction(function()
    s:update { b = 15 }
    v:set(16)
  end)
  show()
  bh.transaction(function()
    v:set(17)
    s "a":set(18)
  end)
  show()
  local binding = bh.bind(bh.bindable(20), s "b", { when = bh.bindable(true) })
  quiet()
  bh.transaction(function()
    v:set(21)
    binding:stop()
  end)
  show()
end
-- expect: bindable	{"a":13,"b":14}	13
-- expect: bindable	{"a":16,"b":15}	16
-- expect: bindable	{"a":18,"b":15}	18
-- expect: bindable	{"a":21,"b":15}	21
-- expect: optimistic	{"a":13,"b":14}	13
-- expect: optimistic	{"a":16,"b":15}	16
-- expect: optimistic	{"a":18,"b":15}	18
-- expect: optimistic	{"a":21,"b":15}	21
-- expect: pessimistic	{"a":13,"b":14}	13
-- expect: pessimistic	{"a":16,"b":15}	16
-- expect: pessimistic	{"a":18,"b":15}	18
-- expect: pessimistic	{"a":21,"b":15}	21
