-- Contract 49, 51: where a conditional binding of an element by its key ends together with others, what the others have made in that
-- element stays.
local bh = require "bindhost"
local create = { create = true }
local function left(element, ends)
  local rows = bh.bindable { l = { { id = 2 }, element } }
  local row, a, b = rows "l":by("id", 1), bh.bindable(true), bh.bindable(true)
  local h = bh.bind(bh.bindable(4), row:at("e.f", create), { when = a })
  bh.bind(bh.bindable(5), row:at("a.k", create), { when = b })
  bh.transaction(function() ends(h, a, rows) end)
  print(bh.json.encode(rows "l":get()))
  b:set(false)
  print(bh.json.encode(rows "l":get()))
end

left({ id = 1, e = { f = 1 } }, function(h) h:stop() end)
-- expect: [{"id":2},{"a":{"k":5},"e":{"f":1},"id":1}]
-- expect: [{"id":2},{"e":{"f":1},"id":1}]
left({ id = 1 }, function(h) h:stop() end)
-- expect: [{"id":2},{"a":{"k":5},"id":1}]
-- expect: [{"id":2},{"id":1}]
left({ id = 1, e = { f = 1 } }, function(_, a, rows)
  a:set(false)
  rows "l":insert(1, { id = 3 })
end)
-- expect: [{"id":3},{"id":2},{"a":{"k":5},"e":{"f":1},"id":1}]
-- expect: [{"id":3},{"id":2},{"e":{"f":1},"id":1}]
left({ id = 1, e = { f = 1 } }, function(_, a, rows)
  a:set(false)
  rows "l":by("id", 1):at("e.f"):set(9)
  rows "l":remove(1)
end)
-- expect: [{"a":{"k":5},"e":{"f":9},"id":1}]
-- expect: [{"e":{"f":9},"id":1}]
