-- Contract 13: to ask the outside anew is no part of a derived value.
local bh = require "bindhost"
local asked = 0
local changed
local src = bh.source { name = "src", get = function() asked = asked + 1 return asked end,
  notify = function(tell) changed = tell end }
local derived = bh.computed(function() return select(2, pcall(src.refresh, src)).id end)
print(derived:get(), asked)                                                              -- expect: bind.pure	1
local told = bh.computed(function() return select(2, pcall(changed)).id end)
print(told:get(), asked)                                                                 -- expect: bind.pure	1
