-- Contract 49: where the conditions of two bindings of what is around a place end in one wave, the binding of the place goes on, whichever
-- was made first.
local bh = require "bindhost"
local makes = {
  function(m) bh.bind(bh.bindable(33), m "p.q.v", { when = bh.bindable(true), priority = 1 }) end,
  function(m, when) bh.bind(bh.bindable { x = 10, q = { u = 11, v = 12 } }, m "p", { when = when, priority = 3 }) end,
  function(m, when) bh.bind(bh.bindable { u = 21, v = 22 }, m "p.q", { when = when, priority = 2 }) end,
}
local made = 0
for _, order in ipairs { { 1, 2, 3 }, { 1, 3, 2 }, { 2, 1, 3 }, { 2, 3, 1 }, { 3, 1, 2 }, { 3, 2, 1 } } do
  made = made + 1
  local m, when = bh.model("m" .. made, { p = { x = 1, q = { u = 3, v = 4 } } }), bh.bindable(true)
  for _, i in ipairs(order) do makes[i](m, when) end
  when:set(false)
  print(bh.json.encode(m "p":get()))
end
-- expect: {"q":{"u":3,"v":33},"x":1}
-- expect: {"q":{"u":3,"v":33},"x":1}
-- expect: {"q":{"u":3,"v":33},"x":1}
-- expect: {"q":{"u":3,"v":33},"x":1}
-- expect: {"q":{"u":3,"v":33},"x":1}
-- expect: {"q":{"u":3,"v":33},"x":1}
