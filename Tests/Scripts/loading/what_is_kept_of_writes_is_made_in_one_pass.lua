-- Contract W-6: what durable writes make of a value is kept in one pass, however many they are.
local bh = require "bindhost"
bh.on_error(function(err) print(err.id, err.message) end)
local calls = 0
local scope = bh.scope(function()
  local many = bh.loadable("many", {
    durable = true,
    load = function() bh.sleep(0) return 0 end,
    send = function() bh.sleep "1h" end,
  })
  for _ = 1, 100 do many:write { apply = function(n) calls = calls + 1 return n + 1 end } end
  many:await()
  print(many "value":peek(), calls < 2000)
end)
scope:close()
-- expect: 100	true
