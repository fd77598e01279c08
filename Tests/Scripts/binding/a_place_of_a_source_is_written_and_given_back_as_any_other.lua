-- Contract 49: what is written by hand to a place of a source after the end of a binding counts as in a model, whatever the source shows meanwhile.
local bh = require "bindhost"
local function settle(source)
  repeat bh.sleep "1ms" until source "$pending":get() == 0
end
local function kept(optimistic)
  local out = { a = 1, b = 2 }
  local source = bh.source { optimistic = optimistic, get = function() return out end, set = function(new)
    bh.sleep "1ms"
    out = new
    return true
  end }
  bh.sleep "1ms"
  return source
end

for _, optimistic in ipairs { false, true } do
  -- The value that the binding has given, given again.
  local source, on = kept(optimistic), bh.bindable(true)
  bh.bind(bh.bindable(100), source "a", { when = on })
  settle(source)
  bh.transaction(function()
    on:set(false)
    source "a":set(100)
  end)
  settle(source)
  print(optimistic, source "a":get())

  -- Over a binding that goes on below.
  local high = bh.bindable(true)
  source = kept(optimistic)
  bh.bind(bh.bindable(100), source "b", { when = bh.bindable(true), priority = 1 })
  bh.bind(bh.bindable(200), source "b", { when = high, priority = 2 })
  settle(source)
  bh.transaction(function()
    high:set(false)
    source "b":set(45)                                     -- expect warning: bind.overwritten
  end)
  settle(source)
  print(optimistic, source "b":get())
  source = kept(optimistic)
  local below = bh.bind(bh.bindable(100), source "b", { when = bh.bindable(true), priority = 1 })
  local above = bh.bind(bh.bindable(200), source "b", { when = bh.bindable(true), priority = 2 })
  settle(source)
  bh.transaction(function()
    above:stop()
    source:update { b = 45 }                               -- expect warning: bind.overwritten
  end)
  settle(source)
  local between = source "b":get()
  below:stop()
  settle(source)
  print(optimistic, between, source "b":get())

  -- What comes back is on its way when the next one begins, beside a binding elsewhere in the source.
  source = kept(optimistic)
  local first, second, beside = bh.bindable(false), bh.bindable(false), bh.bindable(true)
  bh.bind(bh.bindable(100), source "b", { when = first, priority = 1 })
  bh.bind(bh.bindable(300), source "b", { when = second, priority = 2 })
  bh.bind(bh.bindable(200), source "a", { when = beside })
  settle(source)
  bh.transaction(function() first:set(true) end)
  bh.transaction(function() first:set(false) end)
  bh.transaction(function() second:set(true) end)
  settle(source)
  between = source "b":get()
  second:set(false)
  settle(source)
  print(optimistic, between, source "b":get())

  -- Written before the end it was written over the binding, also where another one goes on there.
  source = kept(optimistic)
  local upper, lower = bh.bindable(true), bh.bindable(true)
  bh.bind(bh.bindable(100), source "b", { when = lower, priority = 1 })
  bh.bind(bh.bindable(200), source "b", { when = upper, priority = 2 })
  settle(source)
  bh.transaction(function()
    source "b":set(45)                                     -- expect warning: bind.overwritten
    upper:set(false)
  end)
  settle(source)
  lower:set(false)
  settle(source)
  print(optimistic, source "b":get())
end
-- expect: false	100
-- expect: false	45
-- expect: false	45	45
-- expect: false	300	2
-- expect: false	2
-- expect: true	100
-- expect: true	45
-- expect: true	45	45
-- expect: true	300	2
-- expect: true	2

-- Each of them for each kind of source.
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
