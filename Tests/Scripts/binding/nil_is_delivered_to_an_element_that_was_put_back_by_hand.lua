-- Contract 49, 50: a conditional binding delivers nil, too, to an element that has gone and was put back by hand.
local bh = require "bindhost"
bh.on_error(function(err) assert(err.id == "bind.overwritten", err.id) end)
for _, kind in ipairs { "when", "plain" } do
  local list, says = bh.bindable { { id = 1, n = 1 } }, bh.bindable(65)
  bh.bind(says, list:by("id", 1) "n", { when = kind == "when" and bh.bindable(true) or nil })
  list:set {}
  list:set { { id = 1, n = 40 } }
  says:set(nil)
  print(kind, bh.json.encode(list:get()))
end
-- expect: when	[{"id":1}]
-- expect: plain	[{"id":1}]
