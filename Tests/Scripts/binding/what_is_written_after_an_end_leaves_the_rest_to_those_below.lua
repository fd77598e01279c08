-- Contract 49, 50: what is written by hand in a part of what an ended binding wrote stands alone: lower bindings of other parts go on, and
-- the rest comes back.
local bh = require "bindhost"
local create = { create = true }
local function try(how, base, write)
  local d, on = bh.bindable(base), bh.bindable(true)
  local h = bh.bind(bh.bindable { b = {}, k = 1 }, d:at("a", create), { when = on, priority = 5 })
  bh.bind(bh.bindable(7), d:at("a.b.d", create), { when = bh.bindable(true), priority = 2 })
  bh.transaction(function()
    if how == "stop" then h:stop() else on:set(false) end
    write(d)
  end)
  print(how, bh.json.encode(d:get()))
end
for _, how in ipairs { "stop", "condition" } do
  try(how, { z = 1 }, function(d) d:at("a.k", create):set(8) end)
  try(how, { z = 1 }, function(d) d "z":set(2) end)
  try(how, nil, function(d) d:at("z", create):set(2) end)
  try(how, { a = { k = 3, m = 4 } }, function(d) d "a.k":set(8) end)
  try(how, { z = 1 }, function(d) d:at("a.b.d", create):set(9) end)
  try(how, { z = 1 }, function(d) d:at("a", create):set { k = 8 } end)
end
-- expect: stop	{"a":{"b":{"d":7},"k":8},"z":1}
-- expect: stop	{"a":{"b":{"d":7}},"z":2}
-- expect: stop	{"a":{"b":{"d":7}},"z":2}
-- expect: stop	{"a":{"b":{"d":7},"k":8,"m":4}}
-- expect: stop	{"a":{"b":{"d":9}},"z":1}
-- expect: stop	{"a":{"k":8},"z":1}
-- expect: condition	{"a":{"b":{"d":7},"k":8},"z":1}
-- expect: condition	{"a":{"b":{"d":7}},"z":2}
-- expect: condition	{"a":{"b":{"d":7}},"z":2}
-- expect: condition	{"a":{"b":{"d":7},"k":8,"m":4}}
-- expect: condition	{"a":{"b":{"d":9}},"z":1}
-- expect: condition	{"a":{"k":8},"z":1}
