-- Contract 33: an effect that is ended while the run before is cleaned up does not run again: by its handle, with its scope, or by another effect.
local bh = require "bindhost"
local a = bh.bindable(0)

local effect
effect = bh.effect(function()
  print("run", a:get())
  return function() print "stop" effect:stop() end
end)
-- expect: run	0
a:set(1) -- expect: stop

local panel
panel = bh.scope("panel", function()
  bh.effect(function()
    print("in panel", a:get())
    bh.on_close(function() panel:close() print "closed" end)
  end)
end)
-- expect: in panel	1
a:set(2) -- expect: closed

local first, second
first = bh.effect(function()
  print("first", a:get())
  return function() print "first ends" second:stop() end
end)
second = bh.effect(function()
  print("second", a:get())
  return function() print "second ends" first:stop() end
end)
-- expect: first	2
-- expect: second	2
a:set(3)
-- expect: first ends
-- expect: second ends
a:set(4)
print "end" -- expect: end
