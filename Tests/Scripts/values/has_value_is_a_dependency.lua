-- CONTRACT 3, 15: who asks whether there is a value depends on the answer.
local bh = require "bindhost"
local a = bh.bindable()
local has = bh.computed(function() return a:has_value() end)
local seen = {}
bh.effect(function() seen[#seen + 1] = tostring(a:has_value()) end)
print(has:get())                                    -- expect: false
a:set(5)
print(has:get(), table.concat(seen, " "))           -- expect: true	false true
