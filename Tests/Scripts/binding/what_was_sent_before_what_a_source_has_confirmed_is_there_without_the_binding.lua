-- Contract 49: of a source that takes several writes at once, what was sent before a write that is confirmed is confirmed with that, and there
-- without the conditional bindings.
local bh = require "bindhost"
bh.on_error(function() end)
for _, kind in ipairs { "model", "parallel" } do
  local out = { a = 1, b = 2 }
  local s = kind == "model" and bh.bindable { a = 1, b = 2 } or bh.source {
    order = "parallel",
    optimistic = true,
    get = function() return out end,
    set = function(new)
      bh.sleep(new.b == 75 and new.a ~= 1 and "5ms" or "1ms")
      out = new
      return true
    end,
  }
  local function quiet()
    if kind ~= "model" then repeat bh.sleep "1ms" until s "$pending":get() == 0 end
  end
  bh.sleep "2ms"
  local low, top = bh.bindable(true), bh.bindable(true)
  bh.bind(bh.bindable(10), s "a", { when = top })
  quiet()
  bh.bind(bh.bindable(20), s "b", { when = low })
  quiet()
  bh.bind(bh.bindable(30), s "b", { when = top, priority = 1 })
  quiet()
  bh.transaction(function()
    top:set(false)
    s "b":set(75)
  end)
  quiet()
  low:set(false)
  quiet()
  print(kind, bh.json.encode(s:get()))
end
-- expect: model	{"a":1,"b":75}
-- expect: parallel	{"a":1,"b":75}
