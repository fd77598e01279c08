-- CONTRACT 29, 49: a binding at rest has nothing that failed.
local bh = require "bindhost"
local errors = 0
bh.on_error(function() errors = errors + 1 end)
local source, target, w = bh.bindable(1), bh.bindable "t", bh.bindable(true)
local raising = bh.computed(function() if source:get() == 0 then error "none" end return source:get() end)
local binding = bh.bind(raising, target, { when = w })
source:set(0)
print(target:get(), binding "status":get(), errors)      -- expect: 1	failed	1
w:set(false)
print(target:get(), binding "status":get(), errors)      -- expect: t	ok	1
source:set(2)
w:set(true)
print(target:get(), binding "status":get())              -- expect: 2	ok
source:set(0)
w:set(false)
source:set(2)
w:set(true)
print(target:get(), binding "status":get())              -- expect: 2	ok
