-- Contract 49, 50: what is written by hand after a condition has ended stands also where bindings write that condition; what was written
-- before is covered, and warned of.
local bh = require "bindhost"
local function try(name, feed)
  local c, x = bh.bindable(true), bh.bindable(false)
  local k = bh.bindable(1)
  feed(c, x)
  bh.bind(bh.bindable(5), k, { when = x })
  bh.transaction(function() c:set(false) k:set(9) end)
  print(name, k:get())
  c:set(true)
  bh.transaction(function() k:set(8) c:set(false) end)
  print(name, k:get())
end

try("binding", function(c, x) bh.bind(c, x) end)           -- expect: binding	9
-- expect: binding	9
-- expect warning: bind.overwritten
try("link", function(c, x) bh.link(c, x) end)              -- expect: link	9
-- expect: link	9
-- expect warning: bind.overwritten
try("other end of a link", function(c, x) x:set(true) bh.link(x, c) end) -- expect: other end of a link	9
-- expect: other end of a link	9
-- expect warning: bind.overwritten
try("given back", function(c, x) bh.bind(bh.bindable(true), x, { when = c }) end) -- expect: given back	9
-- expect: given back	9
-- expect warning: bind.overwritten
try("chain", function(c, x)
  local between = bh.bindable(false)
  bh.bind(c, between)
  bh.bind(between:map(function(v) return v end), x)
end)                                                       -- expect: chain	9
-- expect: chain	9
-- expect warning: bind.overwritten
