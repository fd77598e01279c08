-- Contract 49: what a conditional binding has made around its target goes with its end, also where a source tells later what it has taken.
local bh = require "bindhost"
local function settle(source)
  repeat bh.sleep "1ms" until source "$pending":get() == 0
end

for _, optimistic in ipairs { false, true } do
  local out = { b = 21 }
  local source = bh.source { optimistic = optimistic, get = function() return out end, set = function(new)
    bh.sleep "1ms"
    out = new
    return true
  end }
  bh.sleep "1ms"
  local on = bh.bindable(true)
  bh.bind(bh.bindable(50), source "m.n.a", { when = on, create = true })
  bh.bind(bh.bindable(51), source "k", { when = on })
  settle(source)
  local before = bh.json.encode(out)
  on:set(false)
  settle(source)
  print(optimistic, before, bh.json.encode(out))

  -- What somebody else has made beside it stays.
  on:set(true)
  settle(source)
  source "m.c":set(1)
  settle(source)
  on:set(false)
  settle(source)
  print(optimistic, bh.json.encode(out))
end
-- expect: false	{"b":21,"k":51,"m":{"n":{"a":50}}}	{"b":21}
-- expect: false	{"b":21,"m":{"c":1}}
-- expect: true	{"b":21,"k":51,"m":{"n":{"a":50}}}	{"b":21}
-- expect: true	{"b":21,"m":{"c":1}}
