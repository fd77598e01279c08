-- CONTRACT 48: each cell of the chain takes less than the one before; all agree in the end.
local bh = require "bindhost"
for _, length in ipairs { 3, 7, 20 } do
  local fields = {}
  for i = 1, length do
    fields["c" .. i] = bh.field { default = 0, type = "integer", check = function(v) return true, math.min(v, 300 - 10 * i) end }
  end
  local m = bh.model("m" .. length, fields)
  local links, told = {}, 0
  for i = 1, length - 1 do links[i] = bh.link(m("c" .. i), m("c" .. i + 1)) end
  m("c1"):observe(function() told = told + 1 end, { initial = false })
  m("c1"):set(500)
  local agree, ok = true, true
  for i = 1, length do agree = agree and m("c" .. i):get() == 300 - 10 * length end
  for _, link in ipairs(links) do ok = ok and link "status":get() == "ok" end
  print(length, agree, ok, told)
end
-- expect: 3	true	true	1
-- expect: 7	true	true	1
-- expect: 20	true	true	1
