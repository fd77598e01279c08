-- LUA_API "values": a float that is whole is an integer wherever one is wanted, also as the index of an element.
local bh = require "bindhost"
local l = bh.bindable({ "a", "b" })
print(l:insert(2.0, "x"), bh.json.encode(l:get()))   -- expect: true	["a","x","b"]
print(l:remove(1.0), bh.json.encode(l:get()))        -- expect: true	["x","b"]
print(l:push("c", { max = 2.0 }), l "[1]":get())     -- expect: true	b
for _, index in ipairs { 1.5, 0.0, -1.0, 0 / 0, 1 / 0 } do
  local ok, err = pcall(l.remove, l, index)
  print(ok, err.id)
end
-- expect: false	bind.argument
-- expect: false	bind.argument
-- expect: false	bind.argument
-- expect: false	bind.argument
-- expect: false	bind.argument
