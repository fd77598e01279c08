-- Contract 29, 49: a binding that has let go of its target delivers when its condition holds again, also where the condition
-- or the source has failed in between, and the source says what it said before.
local bh = require "bindhost"
bh.on_error(function() end)
local condition, source, target = bh.bindable(false), bh.bindable "S", bh.bindable "own"
local checked = bh.computed(function()
  if condition:get() == "boom" then error "boom" end
  return condition:get()
end)
local binding = bh.bind(source, target, { when = checked })
condition:set(true)
print(target:get())                                     -- expect: S
condition:set(false)
condition:set "boom"
print(target:get(), binding "status":get())             -- expect: own	failed
condition:set(true)
print(target:get(), binding "status":get())             -- expect: S	ok
condition:set "boom"
condition:set(true)
print(target:get(), binding "status":get())             -- expect: S	ok

local on, fails = bh.bindable(true), bh.bindable(false)
local value = bh.computed(function() if fails:get() then error "away" end return "S1" end)
local other = bh.bindable "own"
bh.bind(value, other, { when = on })
on:set(false)
fails:set(true)
on:set(true)
print(other:get())                                      -- expect: own
fails:set(false)
print(other:get())                                      -- expect: S1
