-- CONTRACT 49: a binding with `when` follows while the condition holds, then the target has what it had before.
local bh = require "bindhost"
local target = bh.bindable("base")
local alarm, source = bh.bindable(false), bh.bindable("alarm!")
local seen = {}
target:observe(function(v) seen[#seen + 1] = v end)
local binding = bh.bind(source, target, { when = alarm })
print(target:get())                      -- expect: base
alarm:set(true)
print(target:get())                      -- expect: alarm!
source:set("alarm again!")
print(target:get())                      -- expect: alarm again!
alarm:set(false)
print(target:get())                      -- expect: base
source:set("nobody looks")
print(target:get())                      -- expect: base
alarm:set(true)
binding:stop()
print(target:get())                      -- expect: base
print(table.concat(seen, ", "))          -- expect: base, alarm!, alarm again!, base, nobody looks, base
