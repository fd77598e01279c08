-- Contract 49: where a binding ends around a place that another one has below it, that one goes on, unless the place itself was written by hand.
local bh = require "bindhost"
local function settle(target)
  repeat bh.sleep "1ms" until target "$pending":get() == 0
end
local kinds = {
  bindable = function() return bh.bindable { a = 1, b = 2, c = 3 }, function() end end,
  source = function(optimistic)
    local out = { a = 1, b = 2, c = 3 }
    local source = bh.source { optimistic = optimistic, get = function() return out end, set = function(new)
      bh.sleep "1ms"
      out = new
      return true
    end }
    bh.sleep "1ms"
    return source, function() settle(source) end
  end,
}
local ways = {
  place = function(target) target "b":set(105) end,
  update = function(target) target:update { b = 105 } end,
  modify = function(target) target:modify(function(all)
    all.b = 105
    return all
  end) end,
  all = function(target) target:set { a = 5, b = 105, c = 6 } end,
  itself = function(target) target "a":set(5) end,
}
local function show(value) return string.format("%d %d %d", value.a, value.b, value.c) end

local function try(kind, optimistic)
  for _, way in ipairs { "place", "update", "modify", "all", "itself" } do
    local target, quiet = kinds[kind](optimistic)
    local on, below = bh.bindable(true), bh.bindable(true)
    bh.bind(bh.bindable(100), target "a", { when = below, priority = 1 })
    quiet()
    bh.bind(bh.bindable { a = 200, b = 201, c = 202 }, target, { when = on, priority = 2 })
    quiet()
    bh.transaction(function()
      on:set(false)
      ways[way](target)
    end)
    quiet()
    local between = show(target:get())
    below:set(false)
    quiet()
    print(kind, optimistic, way, between, show(target:get()))
  end
end
try "bindable"
try("source", false)
try("source", true)
-- expect: bindable	nil	place	100 105 3	1 105 3
-- expect: bindable	nil	update	100 105 3	1 105 3
-- expect: bindable	nil	modify	100 105 3	1 105 3
-- expect: bindable	nil	all	5 105 6	5 105 6
-- expect: bindable	nil	itself	5 2 3	5 2 3
-- expect: source	false	place	100 105 3	1 105 3
-- expect: source	false	update	100 105 3	1 105 3
-- expect: source	false	modify	100 105 3	1 105 3
-- expect: source	false	all	5 105 6	5 105 6
-- expect: source	false	itself	5 2 3	5 2 3
-- expect: source	true	place	100 105 3	1 105 3
-- expect: source	true	update	100 105 3	1 105 3
-- expect: source	true	modify	100 105 3	1 105 3
-- expect: source	true	all	5 105 6	5 105 6
-- expect: source	true	itself	5 2 3	5 2 3
