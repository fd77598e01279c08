-- Contract 70: of several places of one list that are written in one transaction or callback each knows what has written it last, by
-- index, by key and further inside; what was written as a whole is known of the others.
-- expect: bindable	by index and by key	61 61 62 62
-- expect: bindable	further inside	63 63
-- expect: bindable	an element	63 62
-- expect: bindable	a whole list, then a place	71 71 72 72 71 71
-- expect: bindable	behind what was put in	77 72
-- expect: bindable	in an observer	84 84 83 83
-- expect: bindable	for its writer	89 90
-- expect: bindable	of links	94 94 95 95
-- expect: model	by index and by key	61 61 62 62
-- expect: model	further inside	63 63
-- expect: model	an element	63 62
-- expect: model	a whole list, then a place	71 71 72 72 71 71
-- expect: model	behind what was put in	77 72
-- expect: model	in an observer	84 84 83 83
-- expect: model	for its writer	89 90
-- expect: model	of links	94 94 95 95
-- expect: state	by index and by key	61 61 62 62
-- expect: state	further inside	63 63
-- expect: state	an element	63 62
-- expect: state	a whole list, then a place	71 71 72 72 71 71
-- expect: state	behind what was put in	77 72
-- expect: state	in an observer	84 84 83 83
-- expect: state	for its writer	89 90
-- expect: state	of links	94 94 95 95
-- expect: state as one	by index and by key	61 61 62 62
-- expect: state as one	further inside	63 63
-- expect: state as one	an element	63 62
-- expect: state as one	a whole list, then a place	71 71 72 72 71 71
-- expect: state as one	behind what was put in	77 72
-- expect: state as one	in an observer	84 84 83 83
-- expect: state as one	for its writer	89 90
-- expect: state as one	of links	94 94 95 95
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

local memory = { store = "memory:" }
local kinds = {
  { "bindable", bh.bindable(list()) }, { "model", bh.model("m", { l = list() }) "l" },
  { "state", bh.state("s", { l = list() }, memory) "l" }, { "state as one", bh.state("t", list(), memory) },
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
