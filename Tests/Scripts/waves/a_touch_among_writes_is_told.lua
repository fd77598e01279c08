-- Contract 20: a touch is told once, whatever other callbacks of the wave have written and put back.
local bh = require "bindhost"
local function case(name, ...)
  local m, go, told, ran = bh.model(name, { c = 1 }), bh.bindable(0), {}, -1
  m "c":observe(function(new, old) told[#told + 1] = old .. ">" .. new end, { initial = false })
  m:observe(function(new) told[#told + 1] = "m" .. new.c end, { initial = false })
  bh.effect(function() m "c":get() ran = ran + 1 end)
  for _, body in ipairs { ... } do go:observe(function() body(m "c") end, { initial = false }) end
  go:set(1)
  print(name, ran, table.concat(told, " "))
end
local function two(c) c:set(2) end
local function one(c) c:set(1) end
local function touch(c) c:touch() end
case("nothing", two, one)                                          -- expect: nothing	0	
case("alone", touch)                                               -- expect: alone	1	1>1 m1
case("first", touch, two, one)                                     -- expect: first	1	1>1 m1
case("last", two, one, touch)                                      -- expect: last	1	1>1 m1
case("between", two, touch, one)                                   -- expect: between	1	1>1 m1
case("with", function(c) touch(c) two(c) end, one)                 -- expect: with	1	1>1 m1
