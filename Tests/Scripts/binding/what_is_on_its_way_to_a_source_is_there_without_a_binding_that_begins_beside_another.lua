-- Contract 49: what is written by hand to a source that answers later comes back after a binding that has begun before the answer, also where
-- another binding has a place in that source.
local bh = require "bindhost"
local function show(value) return string.format("x=%d y=%d b=%d", value.a.x, value.a.y, value.b) end
local function settle(source)
  repeat bh.sleep "1ms" until source "$pending":get() == 0
end

local targets = {
  { "around", "", { a = { x = 7, y = 7 }, b = 7 } },
  { "inner", "a", { x = 7, y = 7 } },
  { "same", "a.x", 7 },
}
for _, optimistic in ipairs { false, true } do
  for _, target in ipairs(targets) do
    local what, path, value = table.unpack(target)
    local out = { a = { x = 1, y = 9 }, b = 2 }
    local source = bh.source { optimistic = optimistic, get = function() return out end, set = function(new)
      bh.sleep "1ms"
      out = new
      return true
    end }
    bh.sleep "1ms"
    local on = bh.bindable(false)
    bh.bind(bh.bindable(50), source "b", { when = bh.bindable(true) })
    settle(source)
    bh.bind(bh.bindable(value), path == "" and source or source(path), { when = on, priority = -1 })
    bh.transaction(function()
      on:set(true)
      source "a.x":set(60)
    end)
    settle(source)
    local between = show(out)
    on:set(false)
    settle(source)
    print(optimistic, what, between, show(out))
  end
end
-- expect: false	around	x=7 y=7 b=50	x=60 y=9 b=50
-- expect: false	inner	x=7 y=7 b=50	x=60 y=9 b=50
-- expect: false	same	x=7 y=9 b=50	x=60 y=9 b=50
-- expect: true	around	x=7 y=7 b=50	x=60 y=9 b=50
-- expect: true	inner	x=7 y=7 b=50	x=60 y=9 b=50
-- expect: true	same	x=7 y=9 b=50	x=60 y=9 b=50

-- The binding that begins covers what was written, each time.
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
