-- Contract 0, 14, 35: an observer that is made in a callback beside a link or binding begins when that has settled.
local bh = require "bindhost"
local source, go = bh.bindable(5), bh.bindable(false)
go:observe(function(now)
  if not now then return end
  local linked, bound = bh.bindable(0), bh.bindable(0)
  bh.link(source, linked)
  bh.bind(source, bound)
  linked:observe(function(v) print("linked", v, source:get()) end)
  bh.effect(function() print("bound", bound:get(), source:get()) end)
end)
go:set(true)
-- expect: linked	5	5
-- expect: bound	5	5

local list = bh.bindable {}
bh.each(list, { key = "id", insert = function(item)
  local copy = bh.bindable(0)
  bh.link(item "v", copy)
  copy:observe(function(v) print("item", v, item "v":get()) end)
end })
list:set { { id = 1, v = 7 }, { id = 2, v = 8 } }
-- expect: item	7	7
-- expect: item	8	8

-- Also what was made before it in that callback.
local late = bh.bindable(false)
late:observe(function(now)
  if not now then return end
  local linked = bh.bindable(0)
  linked:observe(function(v) print("before", v, source:get()) end)
  bh.effect(function() print("effect", linked:get(), source:get()) end)
  bh.link(source, linked)
end)
late:set(true)
-- expect: before	5	5
-- expect: effect	5	5

-- And where the link is made in a transaction of that callback.
local inner = bh.bindable(false)
inner:observe(function(now)
  if not now then return end
  local linked = bh.bindable(0)
  bh.effect(function() print("around", linked:get(), source:get()) end)
  bh.transaction(function() bh.link(source, linked) end)
  linked:observe(function(v) print("later", v, source:get()) end)
end)
inner:set(true)
-- expect: around	5	5
-- expect: later	5	5
