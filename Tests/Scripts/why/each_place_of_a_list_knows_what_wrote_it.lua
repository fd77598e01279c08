-- Contract 70: of several places of one list that are written in one transaction or callback each knows what has written it last, by
-- index, by key and further inside; what was written as a whole is known of the others.
-- expect: bindable	by index and by key	43 43 44 44
-- expect: bindable	further inside	45 45
-- expect: bindable	an element	45 44
-- expect: bindable	a whole list, then a place	53 53 54 54 53 53
-- expect: bindable	behind what was put in	59 54
-- expect: bindable	in an observer	66 66 65 65
-- expect: bindable	for its writer	71 72
-- expect: bindable	of links	76 76 77 77
-- expect: model	by index and by key	43 43 44 44
-- expect: model	further inside	45 45
-- expect: model	an element	45 44
-- expect: model	a whole list, then a place	53 53 54 54 53 53
-- expect: model	behind what was put in	59 54
-- expect: model	in an observer	66 66 65 65
-- expect: model	for its writer	71 72
-- expect: model	of links	76 76 77 77
local bh = require "bindhost"
local function lines(...)
  local all = {}
  for i, ref in ipairs { ... } do all[i] = tostring(bh.why(ref)):match "lua:(%d+)" end
  return table.concat(all, " ")
end
local function list()
  return { { id = 1, v = 0, w = { z = 1 } }, { id = 2, v = 0, w = { z = 1 } }, { id = 3, v = 0, w = { z = 1 } } }
end
local function places(l)
  return {
    v1 = l "[1].v", v2 = l "[2].v", z1 = l "[1].w.z", key1 = l:by("id", 1) "v", key2 = l:by("id", 2) "v",
    key_z1 = l:by("id", 1) "w.z", third = l:by("id", 3), v3 = l:by("id", 3) "v",
  }
end

local kinds = {
  { "bindable", bh.bindable(list()) }, { "model", bh.model("m", { l = list() }) "l" },
}
for _, kind in ipairs(kinds) do
  local name, l = table.unpack(kind)
  local p = places(l)
  bh.transaction(function()
    p.z1:set(2)
    p.key1:set(10)
    p.v2:set(20)
    p.key_z1:set(3)
  end)
  print(name, "by index and by key", lines(p.v1, p.key1, p.v2, p.key2))
  print(name, "further inside", lines(p.z1, p.key_z1))
  print(name, "an element", lines(l:by("id", 1), l "[2]"))
  bh.transaction(function()
    local new = list()
    new[3].v = 1
    l:set(new)
    p.key2:set(7)
  end)
  print(name, "a whole list, then a place", lines(p.v1, p.key1, p.v2, p.key2, p.third, p.v3))
  bh.transaction(function()
    l:insert(1, { id = 4, v = 0 })
    p.key1:set(8)
  end)
  print(name, "behind what was put in", lines(p.key1, p.key2))
  l:remove(1)
  local go = bh.bindable(0)
  go:observe(function()
    p.key2:set(30)
    p.v1:set(40)
  end, { initial = false })
  go:set(1)
  print(name, "in an observer", lines(p.v1, p.key1, p.v2, p.key2))
  bh.transaction(function()
    p.key1:set(50)
    p.v2:set(60)
    print(name, "for its writer", lines(p.key1, p.v2))
  end)
  local a, b = bh.bindable(0), bh.bindable(0)
  bh.link(a, p.key1)
  bh.link(b, p.v2)
  bh.transaction(function()
    a:set(1)
    b:set(2)
  end)
  print(name, "of links", lines(p.v1, p.key1, p.v2, p.key2))
end
