-- Contract 22, 23, L-4: the present key, read in a transaction that is dropped, is looked at for that alone.
local bh = require "bindhost"
local id, loads = bh.bindable(1), {}
local article = bh.loadable("article", {
  key = function() return id:get() end, fresh = "1h",
  load = function(ctx) loads[#loads + 1] = ctx.key return "v" .. ctx.key end,
})
article "value":observe(function() end)
repeat bh.sleep "1ms" until article "face":get() == "loaded"
pcall(bh.transaction, function()
  id:set(2)
  print(article "value":get(), article "value":has_value())                   -- expect: nil	false
  error "no"
end)
print(article "value":get(), article "value":has_value())                     -- expect: v1	true
bh.sleep "5ms"
print(table.concat(loads, " "))                   -- expect: 1
bh.transaction(function() id:set(2) article "value":get() id:set(1) end)
bh.sleep "5ms"
print(table.concat(loads, " "), article "value":has_value())                  -- expect: 1	true

-- set and reset in one transaction: inside as it will be.
local l = bh.loadable("l", { load = function() return 1 end })
local seen = bh.combine({ l "value" }, function(v) return "seen " .. tostring(v) end)
bh.transaction(function() l:set(3) l:reset() print(seen:get()) end)           -- expect: seen nil
print(seen:get())                                 -- expect: seen nil
