-- Contract 10: an observer that another callback pauses and lets go on before its turn has not heard of the change: it is told, although what is
-- written afterwards is put back.
local bh = require "bindhost"
bh.on_error(function() end)
local function case(name, watch)
  local a, late = bh.bindable(0), nil
  a:observe(function(v) if v == 2 then late:pause() late:resume() a:set(3) end end)
  a:observe(function(v) if v == 2 then a:modify(function() return 2 end) end end)
  local told = {}
  late = watch(a, function(v) told[#told + 1] = v end)
  a:set(2)
  a:set(5)
  print(name, table.concat(told, " "))
end
case("observe", function(a, fn) return a:observe(fn) end)                                 -- expect: observe	0 2 5
case("bind", function(a, fn) return bh.bind(a, fn) end)                                   -- expect: bind	0 2 5
case("effect", function(a, fn) return bh.effect(function() fn(a:get()) end) end)          -- expect: effect	0 2 5
case("derived", function(a, fn) return a:map(function(v) return v end):observe(fn) end)   -- expect: derived	0 2 5
