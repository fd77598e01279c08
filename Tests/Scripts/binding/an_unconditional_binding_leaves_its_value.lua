-- CONTRACT 49: only a conditional binding gives something back, and only what it covered itself.
local bh = require "bindhost"
local base, over, target, w = bh.bindable(5), bh.bindable(9), bh.bindable(0), bh.bindable(true)
bh.bind(over, target, { when = w })
local below = bh.bind(base, target, { priority = -1 })
w:set(false)
base:set(6)
below:stop()
print(target:get())                            -- expect: 6
w:set(true)
w:set(false)
print(target:get())                            -- expect: 6
-- one that replaces a conditional one
local other = bh.bindable(0)
bh.bind(over, other, { when = bh.bindable(true) })
local last = bh.bind(base, other, { replace = true })
base:set(7)
last:stop()
print(other:get())                             -- expect: 7
-- one that has had nothing to deliver leaves those below alone
local third = bh.bindable(0)
bh.bind(base, third)
local silent = bh.bind(bh.bindable(), third, { priority = 1 })
base:set(8)
print(third:get())                             -- expect: 8
silent:stop()
print(third:get())                             -- expect: 8
