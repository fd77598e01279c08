-- Contract 27: where a handler of errors raises itself, its error goes to the scope around, and says what it was told of: that is not lost.
local bh = require "bindhost"
bh.on_error(function(e)
  print("outer:", (e.message:gsub("^.-:%d+: ", "")))
  for _, note in ipairs(e.notes or {}) do
    if note:find "told" then print((note:gsub("at .-([^/]*:%d+):", "at %1:"))) end
  end
end)
local function case(hear)
  local a = bh.bindable(0)
  local scope = bh.scope("inner", function()
    bh.on_error(hear)
    a:observe(function(v) if v == 1 then error("the real problem", 0) end end)
  end)
  a:set(1)
  scope:close()
end
case(function(e) print("inner: " .. e.mesage) end)
-- expect: outer:	attempt to concatenate a nil value (field 'mesage')
-- expect: it was told of script.error at a_handler_that_raises_hides_nothing.lua:13: the real problem
case(function(e) print("inner:", e.message) end)
-- expect: inner:	the real problem
