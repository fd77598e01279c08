-- Contract 49: what a condition ends costs what is near it, however many others have places in the same value.
local bh = require "bindhost"
local create = { create = true }
local d, all, last = bh.bindable { z = 1 }, bh.bindable(true), bh.bindable(true)
for i = 1, 300 do bh.bind(bh.bindable(i), d:at(("l[%d]"):format(i), create), { when = i < 300 and all or last }) end
bh.sleep(0.001)
all:set(false)
print(#d "l":get())                              -- expect: 300
last:set(false)
print(bh.json.encode(d:get()))                   -- expect: {"z":1}
