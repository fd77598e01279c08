-- Contract 49: what was on its way by hand when a binding began, and is refused, is not what was there before it.
local bh = require "bindhost"
local function settle(source)
  repeat bh.sleep "1ms" until source "$pending":get() == 0
end
for _, optimistic in ipairs { false, true } do
  for _, path in ipairs { "", "a" } do
    local out, sent = { a = 1, b = 2 }, {}
    local source = bh.source { optimistic = optimistic, get = function() return out end, set = function(new)
      sent[#sent + 1] = new.a
      bh.sleep "2ms"
      if new.a == 13 then return nil, "is refused" end
      out = new
      return true
    end }
    bh.sleep "1ms"
    local target = path == "" and source or source(path)
    local on = bh.bindable(false)
    bh.bind(bh.bindable(path == "" and { a = 50, b = 51 } or 50), target, { when = on })
    bh.go(function() source "a":set(13) end)
    bh.sleep "1ms"
    on:set(true)
    settle(source)
    local between = out.a
    on:set(false)
    settle(source)
    print(optimistic, path, between, out.a, out.b, table.concat(sent, " "))
  end
end
-- expect: false		50	1	2	13 50 1
-- expect: false	a	50	1	2	13 50 1
-- expect: true		50	1	2	13 50 1
-- expect: true	a	50	1	2	13 50 1
