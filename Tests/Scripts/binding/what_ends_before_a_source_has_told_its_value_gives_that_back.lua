-- Contract 49: a binding onto a place of a source that has told nothing yet gives back what the source tells first.
local bh = require "bindhost"
local function settle(source)
  repeat bh.sleep "1ms" until source "$pending":get() == 0 and source:has_value()
end
for _, optimistic in ipairs { false, true } do
  for _, ends in ipairs { "before", "after", "stopped" } do
    local out, asked = { a = 1, b = 2 }, bh.bindable(false)
    local source = bh.source {
      optimistic = optimistic,
      get = function()
        while not asked:get() do bh.sleep "1ms" end
        return out
      end,
      set = function(new)
        out = new
        return true
      end,
    }
    local on = bh.bindable(true)
    local binding = bh.bind(bh.bindable(50), source "a", { when = on })
    if ends == "before" then on:set(false) elseif ends == "stopped" then binding:stop() end
    asked:set(true)
    settle(source)
    if ends == "after" then on:set(false) end
    settle(source)
    print(optimistic, ends, source "a":get(), out.a, out.b)
  end
end
-- expect: false	before	1	1	2
-- expect: false	after	1	1	2
-- expect: false	stopped	1	1	2
-- expect: true	before	1	1	2
-- expect: true	after	1	1	2
-- expect: true	stopped	1	1	2

-- What it had told only with what the binding has written is not known without that: what is written by hand after the end stands, and the rest
-- stays.
for _, way in ipairs { "set", "update" } do
  local out = { a = 1, b = 2 }
  local source = bh.source {
    get = function()
      bh.sleep "1ms"
      return out
    end,
    set = function(new)
      out = new
      return true
    end,
  }
  local on = bh.bindable(true)
  bh.bind(bh.bindable { a = 50, b = 60 }, source, { when = on })
  settle(source)
  bh.transaction(function()
    on:set(false)
    if way == "set" then source "a":set(70) else source:update { a = 70 } end
  end)
  settle(source)
  print(way, out.a, out.b)
end
-- expect: set	70	60
-- expect: update	70	60
