-- Contract 49, W-5: what a write meets outside is there without the conditional bindings, as anything that changes outside.
local bh = require "bindhost"
for _, optimistic in ipairs { false, true } do
  local server, isFirst = { a = 1, b = 2, c = 3 }, true
  local source = bh.source {
    optimistic = optimistic,
    get = function() return server end,
    set = function(new)
      bh.sleep "1ms"
      if isFirst and new.b == 50 then
        isFirst, server = false, { a = server.a, b = 2, c = 33 }
        return nil, { kind = "conflict", message = "somebody was first", theirs = server }
      end
      server = new
      return true
    end,
    resolve = function(c) return { a = c.theirs.a, b = c.mine.b, c = c.theirs.c } end,
  }
  local function quiet() repeat bh.sleep "1ms" until source "$pending":get() == 0 end
  bh.sleep "1ms"
  local on = bh.bindable(true)
  bh.bind(bh.bindable(10), source "a", { when = on })
  quiet()
  source "b":set(50)
  quiet()
  bh.bind(bh.bindable(20), source "c", { when = on })
  quiet()
  print(bh.json.encode(source:get()))                      -- expect: {"a":10,"b":50,"c":20}
  on:set(false)                                            -- expect: {"a":1,"b":50,"c":33}
  quiet()
  print(bh.json.encode(source:get()))                      -- expect: {"a":10,"b":50,"c":20}
end
                                                           -- expect: {"a":1,"b":50,"c":33}
