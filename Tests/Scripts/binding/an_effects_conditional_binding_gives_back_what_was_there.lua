local bh = require "bindhost"
local source, target = bh.bindable(1), bh.bindable(100)
local active, rerun = bh.bindable(true), bh.bindable(0)
bh.effect(function()
  if rerun:get() == 0 then bh.bind(source, target, { when = active }) end
end)
print(target:get())  -- expect: 1
rerun:set(1)
print(target:get())  -- expect: 100
