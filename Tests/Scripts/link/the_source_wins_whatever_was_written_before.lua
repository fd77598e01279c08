-- Contract 37: where one transaction writes all ends of a chain the source wins, also if a link has written its source that very value
-- in an earlier wave.
local bh = require "bindhost"
for _, first in ipairs { "none", "b", "c" } do
  local a, b, c = bh.bindable(0), bh.bindable(0), bh.bindable(0)
  bh.link(a, b, { to = function(v) return v // 10 end, from = function(v) return v * 10 end })
  bh.link(b, c)
  if first == "b" then b:set(1) elseif first == "c" then c:set(1) end
  bh.transaction(function() a:set(15) b:set(3) c:set(8) end)
  print(a:get(), b:get(), c:get())
end
-- expect: 15	1	1
-- expect: 15	1	1
-- expect: 15	1	1
