-- Contract 49: what a binding without a condition says of a source is there when those above it end, and what is written by hand after its own end
-- is, whenever the source confirms that.
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
  return source, function()
    settle(source)
    return string.format("%d %d", out.a, out.b)
  end
end
for _, optimistic in ipairs { false, true } do
  local source, out = kept(optimistic)
  local on = bh.bindable(true)
  bh.bind(bh.bindable(200), source "a", { when = on, priority = 2 })
  settle(source)
  local below = bh.bind(bh.bindable { a = 100, b = 101 }, source, { priority = 1 })
  local all = { out() }
  below:stop()
  all[2] = out()
  on:set(false)
  all[3] = out()
  print(optimistic, table.concat(all, "  "))

  source, out = kept(optimistic)
  on = bh.bindable(true)
  bh.bind(bh.bindable(300), source "b", { when = bh.bindable(true) })
  bh.bind(bh.bindable(200), source "a", { when = on, priority = 1 })
  settle(source)
  local above = bh.bind(bh.bindable(400), source "a", { priority = 2 })
  all = { out() }
  bh.transaction(function()
    above:stop()
    source "a":set(65)                                     -- expect warning: bind.overwritten
  end)
  all[2] = out()
  on:set(false)
  all[3] = out()
  print(optimistic, table.concat(all, "  "))
end
-- expect warning: bind.overwritten
-- expect: false	200 101  200 101  100 101
-- expect: false	400 300  65 300  65 300
-- expect: true	200 101  200 101  100 101
-- expect: true	400 300  65 300  65 300

-- So it is where both begin with one transaction.
do
  local out = { p = { a = 1, b = 2 } }
  local source = bh.source { get = function() return out end, set = function(new)
    out = new
    return true
  end }
  bh.sleep "1ms"
  local on, other = bh.bindable(false)
  bh.transaction(function()
    bh.bind(bh.bindable(30), source "p.a")
    on:set(true)
    other = bh.bind(bh.bindable(40), source "p.b", { when = on })
  end)
  repeat bh.sleep "1ms" until source "$pending":get() == 0
  bh.transaction(function() other:stop() end)
  repeat bh.sleep "1ms" until source "$pending":get() == 0
  print(source "p.a":get(), source "p.b":get())           -- expect: 30	2
end
